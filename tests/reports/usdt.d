/* @cmd: dtrace -E $trace -ev -Z -s $case */
provider foo { probe x(int); };
foo123:::x { trace(1); }
