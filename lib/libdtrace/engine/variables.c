/* Built-in variables that the machine reads by number, and memory of the live process. */
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "engine.h"

static uint64_t stack_depth(const struct dt_stack *st)
{
	uint64_t n = 0;

	while (st->st_pcs && n < st->st_depth && st->st_pcs[n])
		n++;
	return n;
}

static uint64_t array_arg(struct dif_mach *ma, uint64_t index)
{
	if (index < DT_MAXARGS)
		return ma->ma_fi->fi_args[index];
	dif_set_fault(ma, DIF_FLT_ILLOP, index);
	return 0;
}

static size_t event_text(struct dif_mach *ma, int word, const char *arg, char *buf, size_t size)
{
	struct dt_feed *fd = ((struct dt_engine *)ma->ma_arg)->en_feed;

	if (!fd || !fd->fd_ops->fo_text || !ma->ma_fi->fi_event || !size)
		return 0;
	return fd->fd_ops->fo_text(fd, ma->ma_fi->fi_event, word, arg, buf, size);
}

static int64_t event_number(struct dif_mach *ma, int word, const char *arg)
{
	struct dt_feed *fd = ((struct dt_engine *)ma->ma_arg)->en_feed;

	if (!fd || !fd->fd_ops->fo_number || !ma->ma_fi->fi_event)
		return 0;
	return fd->fd_ops->fo_number(fd, ma->ma_fi->fi_event, word, arg);
}

#define WORD_MAX 256

/* A short text, in scratch. */
static uint64_t event_word(struct dif_mach *ma, int word)
{
	size_t room = ma->ma_scratch_end - ma->ma_scratch_cur;
	char *p = (char *)ma->ma_scratch_cur;

	if (room < WORD_MAX) {
		dif_set_fault(ma, DIF_FLT_NOSCRATCH, 0);
		return 0;
	}
	p[event_text(ma, word, NULL, p, WORD_MAX)] = 0;
	ma->ma_scratch_cur += (strlen(p) + 8) & ~(size_t)7;
	return (uintptr_t)p;
}

/* What the feed captured at the event. */
static bool captured(const struct dt_firing *fi, uint32_t var, uint64_t *value)
{
	for (unsigned i = 0; i < fi->fi_ncaptured; i++)
		if (fi->fi_captured[i].ca_var == var) {
			*value = fi->fi_captured[i].ca_value;
			return true;
		}
	return false;
}

static uint64_t builtin(struct dif_mach *ma, uint32_t var, uint64_t index)
{
	struct dt_engine *en = ma->ma_arg;
	const struct dt_firing *fi = ma->ma_fi;
	uint64_t value;

	if (captured(fi, var, &value))
		return value;
	switch (var) {
	case DIF_VAR_ARGS: return array_arg(ma, index);
	case DIF_VAR_IPL: return 0;
	case DIF_VAR_STACKDEPTH: return stack_depth(&fi->fi_kstack);
	case DIF_VAR_USTACKDEPTH: return stack_depth(&fi->fi_ustack);
	case DIF_VAR_ZONENAME:
		return (uintptr_t)en->en_begin->pr_func; /* "" in a readable region */
	case DIF_VAR_EXECARGS: return (uintptr_t)fi->fi_thread->t_proc->p_args;
	case DIF_VAR_THREADNAME: return (uintptr_t)fi->fi_thread->t_name;
	case DIF_VAR_CURCPU: return (uintptr_t)dt_sys_cpu(en->en_sys, fi->fi_cpu);
	case DIF_VAR_ETWNAME: return event_word(ma, DT_WORD_NAME);
	case DIF_VAR_ETWPROVIDER: return event_word(ma, DT_WORD_PROVIDER);
	case DIF_VAR_ETWTASK: return event_word(ma, DT_WORD_TASK);
	case DIF_VAR_ETWOPCODE: return event_word(ma, DT_WORD_OPCODE);
	case DIF_VAR_ETWID: return event_number(ma, DT_WORD_ID, NULL);
	case DIF_VAR_ETWLEVEL: return event_number(ma, DT_WORD_LEVEL, NULL);
	case DIF_VAR_ETWKEYWORDS: return event_number(ma, DT_WORD_KEYWORDS, NULL);
	}
	if (dt_taskctx_builtin(ma, var, index, &value))
		return value;
	dif_set_fault(ma, DIF_FLT_ILLOP, var);
	return 0;
}

static ssize_t read_process(struct dif_mach *ma, uint64_t uaddr, void *dst, size_t len)
{
	struct dt_engine *en = ma->ma_arg;
	struct iovec local = { dst, len }, remote = { (void *)(uintptr_t)uaddr, len };

	if (!en->en_live)
		return -1; /* the traced machine is another one */
	return process_vm_readv(ma->ma_fi->fi_thread->t_proc->p_pid, &local, 1, &remote, 1, 0);
}

/* Asked after the memory was read: if the thread has run on, that may be other data. */
static bool is_still(struct dif_mach *ma)
{
	struct dt_feed *fd = ((struct dt_engine *)ma->ma_arg)->en_livefeed;

	if (ma->ma_fi->fi_thread->t_proc->p_pid == getpid())
		return true; /* it is here */
	return fd && fd->fd_ops->fo_still && fd->fd_ops->fo_still(fd, ma->ma_fi);
}

static bool copyin(struct dif_mach *ma, uint64_t uaddr, void *dst, size_t len)
{
	return read_process(ma, uaddr, dst, len) == (ssize_t)len && is_still(ma);
}

/* A string may end just before an unmapped page, so no read crosses a page boundary. */
static bool copyinstr(struct dif_mach *ma, uint64_t uaddr, char *dst, size_t size)
{
	size_t page = sysconf(_SC_PAGESIZE), done = 0;

	while (done < size) {
		size_t n = page - (uaddr + done) % page;
		ssize_t got;

		if (n > size - done)
			n = size - done;
		got = read_process(ma, uaddr + done, dst + done, n);
		if (got <= 0)
			return false;
		if (memchr(dst + done, 0, got))
			return is_still(ma);
		done += got;
	}
	if (size)
		dst[size - 1] = 0;
	return is_still(ma);
}

static bool copyout(struct dif_mach *ma, uint64_t uaddr, const void *src, size_t len)
{
	struct dt_engine *en = ma->ma_arg;
	struct iovec local = { (void *)src, len }, remote = { (void *)(uintptr_t)uaddr, len };

	return en->en_live &&
		process_vm_writev(ma->ma_fi->fi_thread->t_proc->p_pid, &local, 1, &remote, 1, 0) ==
		(ssize_t)len;
}

/* The parent in the system table; for a live process that is not in it, from /proc. */
static int32_t parent_of(struct dt_engine *en, int32_t pid)
{
	const proc_t *p = dt_sys_proc_find(en->en_sys, pid);

	if (p && !(p->p_flags & PROC_UNKNOWN))
		return p->p_ppid;
	return en->en_live ? dt_proc_ppid(pid) : -1;
}

#define MAXANCESTORS 4096 /* a reused pid may close a circle */

static bool progenyof(struct dif_mach *ma, int32_t pid)
{
	const proc_t *p = ma->ma_fi->fi_thread->t_proc;
	int32_t at = p->p_pid,
		up = p->p_flags & PROC_UNKNOWN ? parent_of(ma->ma_arg, at) : p->p_ppid;

	for (unsigned i = 0; at >= 0 && i < MAXANCESTORS; i++) {
		if (at == pid)
			return true;
		if (up == at)
			break;
		at = up;
		up = parent_of(ma->ma_arg, at);
	}
	return false;
}

static uint32_t speculation(struct dif_mach *ma)
{
	return dt_speculation_new(ma->ma_arg);
}

const struct dif_mach_ops dt_mach_ops = {
	.mo_builtin = builtin,
	.mo_copyin = copyin,
	.mo_copyinstr = copyinstr,
	.mo_copyout = copyout,
	.mo_kernel = dt_kernel_facts,
	.mo_ofile = dt_taskctx_ofile,
	.mo_progenyof = progenyof,
	.mo_text = event_text,
	.mo_number = event_number,
	.mo_speculation = speculation,
};
