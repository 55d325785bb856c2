/* The command stops itself by making a call we watch for; somebody else sets it going again. */
/* @feed: live */
/* @needs: root cmd:python3 */
/* @cmd: dtrace -wqs "$case" -c "python3 ${case%.d}.py" */
syscall::getpriority:entry
/progenyof($target)/
{
	stop();
}
