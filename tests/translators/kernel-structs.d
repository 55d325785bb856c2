/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "cd /usr/bin; kill -0 1"' */
/* Structs of the kernel: by its own type data, read at the probe. */
syscall::kill:entry
/pid == $target/
{
	this->t = (struct task_struct *)curthread;
	printf("%d %d %s\n", this->t->tgid == pid, this->t->pid == tid, stringof(this->t->comm));
	printf("%d %s\n", this->t->real_parent->tgid == ppid, this->t->group_leader->comm);
	printf("%d %d\n", this->t->mm->owner == this->t, this->t->real_cred->uid.val == uid);
	printf("%s\n", stringof(this->t->fs->pwd.dentry->d_name.name));
	printf("%d\n", ((struct task_struct *)curthread)->signal->nr_threads);
	printf("%d\n", sizeof (struct task_struct) > 1000 && offsetof(struct task_struct, pid) > 0);
}
