/* @needs: cmd:cc */
/* @cmd: spin_flag=-m32; . errtags/spin.sh; dtrace -x errtags -s $case $spin */
BEGIN
{
	trace(pid$1`main);
}
