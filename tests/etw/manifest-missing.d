/* @E: demo --scene etw */
/* @opts: -q -x manifests=etw/none */
/* @status: 1 */
microsoft-windows-dns-client:::events { }
