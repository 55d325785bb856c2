/* @cmd: dtrace -q -x errtags -i 999999999 */
/* @status: 1 */
