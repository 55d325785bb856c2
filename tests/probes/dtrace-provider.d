/* @cmd: dtrace -l -P dtrace */
