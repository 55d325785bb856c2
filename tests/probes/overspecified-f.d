/* @cmd: dtrace -q -f a:b:c:d */
/* @status: 1 */
