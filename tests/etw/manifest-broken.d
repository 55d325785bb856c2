/* @E: demo --scene etw */
/* @opts: -q -x manifests=etw/list.d */
/* @status: 1 */
/* @needs: lib:expat */
microsoft-windows-dns-client:::events { }
