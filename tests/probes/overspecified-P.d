/* @cmd: dtrace -q -P a:b */
/* @status: 1 */
