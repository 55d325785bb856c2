/* @E: demo --scene etw */
/* @opts: -q -x manifests=etw/list.d */
/* @status: 1 */
microsoft-windows-dns-client:::events { }
