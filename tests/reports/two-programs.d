/* @cmd: dtrace -E $trace -ev -n dtrace:::BEGIN -n END */
/* one report each */
