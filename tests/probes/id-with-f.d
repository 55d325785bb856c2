/* @cmd: dtrace -q -f 1 */
/* @status: 1 */
