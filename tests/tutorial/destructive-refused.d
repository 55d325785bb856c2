/* @cmd: dtrace -n 'BEGIN { system("echo no"); exit(0); }' */
/* @status: 1 */
