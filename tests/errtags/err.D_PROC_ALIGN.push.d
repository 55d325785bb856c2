/* @needs: cmd:cc lib:zydis */
/* @cmd: spin_flag=; . errtags/spin.sh; dtrace -x errtags -s $case $spin */
pid$1:a.out:aligned:2
{
}
