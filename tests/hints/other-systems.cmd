# what scripts for other systems read, and Linux has under another name or not at all
# @feed: live
# @needs: root
try()
{
	dtrace -e -n "$1" 2>&1 | tail -n 1
}
try 'vminfo:::zfod'
try 'vminfo:::maj_fault'
try 'sysinfo:::sysvfork'
try 'sysinfo:::procovf'
try 'io:::wait-start'
try 'syscall::exece:entry'
try 'syscall::open64:entry'
try 'profile-997 { @[curthread->t_cpu->cpu_disp->disp_nrunnable] = count(); }'
try 'BEGIN { trace(curthread->t_procp->p_user.u_comm); }'
try 'BEGIN { trace(stringof(curthread->td_name)); }'
try 'BEGIN { trace(stringof(curthread->td_proc->p_comm)); }'
try 'BEGIN { trace(curthread->td_ucred->cr_uid); }'
try 'BEGIN { trace(jailname); }'
try 'dtmalloc:::malloc'
try 'hotspot$target:::gc-begin'
try 'lockstat:::spin-acquire'
try 'sched:::remain-cpu'
try 'syscall:freebsd:open:entry'
try 'syscall::open_nocancel:entry'
try 'syscall::forkall:return'
try 'syscall::pread:entry'
try 'io:zfs::done'
try 'sysinfo:genunix:read:sysread'
try 'vminfo:genunix:pageio_setup:pgin,vminfo:genunix:pageio_setup:pgpgin'
try 'fsinfo:::open'
try 'fsinfo:::readdir'
true
