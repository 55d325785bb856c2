# one report each
dtrace -E $trace -ev -n dtrace:::BEGIN -n END
