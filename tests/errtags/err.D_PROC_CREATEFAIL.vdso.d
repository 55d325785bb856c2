/* @feed: live */
/* @at: 3 pid$ppid:vdso:clock_gettime:entry */
pid$ppid:vdso:clock_gettime:entry
{
}
