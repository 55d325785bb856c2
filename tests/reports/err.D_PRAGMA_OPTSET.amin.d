/* @opts: -e */
#pragma D option amin=Stable
BEGIN { trace(pid); }
