/* @at: 2 pid$ppid:libc:malloc:entry */
pid$ppid:libc:malloc:entry
{
}
