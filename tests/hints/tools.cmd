# @feed: live
# @needs: root
# every tool that runs until ^C takes the seconds as its first operand
for tool in ../dscripts/bin/*.d; do
	case $tool in
	*/etw*) ;; # these run to the end of a trace
	*/funclat.d | */dlopens.d | */plockstat.d) dtrace -e -s "$tool" -c true 1 ;;
	*/wakeup.d | */whererun.d) dtrace -e -s "$tool" 1 sh ;;
	*) dtrace -e -s "$tool" 1 ;;
	esac || echo "$tool"
done
# and one that needs more says so
for tool in wakeup whererun; do
	dtrace -s ../dscripts/bin/$tool.d
	echo "status $?"
	dtrace -s ../dscripts/bin/$tool.d 5 | head -n 1
done
dtrace -s ../dscripts/bin/opensnoop.d bash 2>&1 | tail -n 1
