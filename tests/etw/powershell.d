/* @E: krabs-powershell-a.etl */
/* @opts: -q -x manifests=etw/manifests */
/* @needs: lib:expat etl:krabs-powershell-a.etl */
/* Recorded events by a manifest. */
microsoft-windows-powershell:::events
{
	@[etwname, etwid] = count();
}
