/* @at: 2 pid$ppid:libc:strlen:entry */
pid$ppid:libc:strlen:entry
{
}
