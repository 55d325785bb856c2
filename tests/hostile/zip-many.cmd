# @E: demo --scene etw
# @needs: cmd:zip lib:zip
cd "$work"
mkdir many; for i in $(seq 101); do cp "$trace" many/$i.etl; done; zip -q -r -1 many.zip many; ulimit -f 100; dtrace -E many.zip -n BEGIN; echo $?
