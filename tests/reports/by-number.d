/* @cmd: dtrace -E $trace -ev -n 1 */
/* a description by number is the probe */
