/* @cmd: dtrace -E $trace -ev -Z -s $case */
#pragma D attributes Stable/Stable/Common provider foo provider
#pragma D attributes Stable/Private/Common provider foo name
provider foo { probe x(int); };
foo:::x { trace(1); }
foo1::: { trace(1); }
