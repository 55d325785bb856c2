/* @opts: -e */
#pragma D option amin=Standard/Stable/Common
dtrace:::BEGIN { trace(1); }
