# @needs: etl:krabs-powershell-a.etl
# @E: krabs-powershell-a.etl
dtrace -s ../dscripts/demo/powershell.d -E "$trace"
