/* @E: demo --scene clr */
/* @cmd: dtrace -E $trace -s ../dscripts/demo/dnet.d */
/* The lesson, over a trace that has each event. */
