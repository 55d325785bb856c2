/* @E: demo --scene syscalls */
/* @at: 5 syscall::read:entry */
/* A trace of Windows has no system calls of Linux. */

syscall::read:entry
{
}
