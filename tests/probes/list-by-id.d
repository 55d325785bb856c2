/* @cmd: dtrace -l -i 2 */
