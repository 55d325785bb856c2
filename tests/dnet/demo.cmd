# The lesson, over a trace that has each event.
# @E: demo --scene clr
dtrace -E $trace -s ../dscripts/demo/dnet.d
