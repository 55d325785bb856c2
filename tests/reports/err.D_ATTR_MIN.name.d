/* @opts: -e -x amin=Stable/Private/Common */
dtrace:::BEGIN { trace(htons(1)); }
