/* @feed: live */
/* @at: 3 pid$ppid:libc:no_function_is_called_so:entry */
pid$ppid:libc:no_function_is_called_so:entry
{
}
