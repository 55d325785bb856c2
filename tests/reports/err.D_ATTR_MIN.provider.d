/* @opts: -e -x amin=Stable/Stable/Common */
#pragma D attributes Evolving/Stable/Common provider dtrace provider
dtrace:::BEGIN { trace(1); }
