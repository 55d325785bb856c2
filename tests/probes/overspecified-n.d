/* @cmd: dtrace -q -n a:b:c:d:e */
/* @status: 1 */
