# attributes are those of the probe, however it was asked for
dtrace -E $trace -lv -n BEGIN -n dtrace:::END
