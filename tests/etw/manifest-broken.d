/* @E: demo --scene etw */
/* @opts: -q -x manifests=etw/manifest-broken.d */
/* @status: 1 */
microsoft-windows-dns-client:::events { }
