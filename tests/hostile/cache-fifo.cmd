# @needs: lib:expat
# A cache that is no file of ours is as good as none, and one that cannot be written leaves nothing behind.
# @E: demo --scene etw
cd "$work"
c=$XDG_CACHE_HOME/dtrace; f=$c/dt_provlist.dat; mkdir -p $c; l() { rm -rf $f; "$@"; dtrace -l -E "$trace" | grep -c feedf00d; ls $c/dt_provlist.dat.* 2>/dev/null; }; l mkfifo $f; l truncate -s 1g $f; l ln -s /dev/zero $f; l mkdir $f; rm -rf $f; (ulimit -f 0; dtrace -l -E "$trace" ) | grep -c feedf00d; ls -A $c; chmod 777 $c; dtrace -l -E "$trace" | grep -c feedf00d; ls -A $c; rm -rf $c
