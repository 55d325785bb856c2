/* @cmd: dtrace -q -m a:b:c */
/* @status: 1 */
