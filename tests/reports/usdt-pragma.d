/* @cmd: dtrace -E $trace -ev -Z -s $case */
provider foo { probe x(int); };
#pragma D attributes Evolving/Stable/Common provider foo provider
#pragma D attributes Evolving/Stable/Common provider foo module
#pragma D attributes Evolving/Stable/ISA provider foo function
#pragma D attributes Evolving/Stable/Common provider foo name
foo:::x { trace(1); }
