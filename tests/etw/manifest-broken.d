/* @E: demo --scene etw */
/* @opts: -q -x manifests=etw/manifest-broken.d */
/* @status: 1 */
/* @needs: lib:expat */
microsoft-windows-dns-client:::events { }
