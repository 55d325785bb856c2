/* @cmd: { seq 1 70000 | sed "s/.*/int v&;/"; cat $case; } >$work/many.d; dtrace -x errtags -s $work/many.d */
BEGIN
{
}
