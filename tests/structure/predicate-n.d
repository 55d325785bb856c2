/* @cmd: dtrace -x errtags -n 'BEGIN/1/' */
/* @status: 1 */
