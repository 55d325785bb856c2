/* @needs: etl:krabs-powershell-a.etl */
/* @E: krabs-powershell-a.etl */
/* @cmd: dtrace -x manifests=etw/manifests -s ../dscripts/demo/powershell.d -E "$trace" */
