/* @needs: cmd:cc */
/* @cmd: spin_flag=; . errtags/spin.sh; dtrace -x errtags -s $case $spin */
pid$1:libc:malloc:entry
{
}
