/* @at: 2 pid$ppid:libc:malloc:sideways */
pid$ppid:libc:malloc:sideways
{
}
