# All members of an archive are looked at before any is unpacked.
# @needs: cmd:zip lib:zip
cd "$work"
cp "$trace" a.etl; head -c 10000000 /dev/zero >b.etl; zip -q bomb.zip a.etl b.etl; ulimit -f 100; dtrace -E bomb.zip -n BEGIN; echo $?
