# @needs: lib:expat
# without a trace: what the table and manifests know, and what a manifest has taught
export XDG_CACHE_HOME="$work/untraced"
mkdir "$XDG_CACHE_HOME"
l() { dtrace -l "$@" 2>"$work/untraced/err" | awk 'NR > 1 { print $2, $3, $4 }'; }
l -P microsoft-windows-dns-client
echo "with a manifest:"
l -x manifests=etw/manifests -m microsoft-windows-dns-client: -n 'microsoft-windows-dns-client:::ut_global'
l -x manifests=etw/manifests -n 'Microsoft-Windows-DNS-Client::Query*:'
dtrace -lv -x manifests=etw/manifests -n microsoft-windows-dns-client::QueryEnd: 2>"$work/untraced/err" | sed -n '/Argument Types/,/args.1/p'
cat "$work/untraced/err"
echo "a provider that only the manifest knows, and later:"
l -x manifests=etw/named -P '*demo-known'
l -P 'demo-known'
echo "patterns:"
l -P 'microsoft-windows-dns-c*' | wc -l
dtrace -l -P 'no-such-provider*' -P microsoft-windows-nosuch 2>&1
dtrace -n 'microsoft-windows-dns-client:::events' 2>&1 | tail -n 1
