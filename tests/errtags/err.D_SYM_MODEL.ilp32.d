/* @needs: cmd:cc */
/* @cmd: spin_flag=-m32; . errtags/spin.sh; sed s/PID/$spin/ $case >$work/model.d; dtrace -x errtags -s $work/model.d */
BEGIN
{
	trace(pidPID`main);
}
