/* @E: demo --scene stacks */
/* @opts: -q */
/* Which program database belongs to an image, as a merge says. */
imageid::ImageID-RSDS:event
{
	printf("%d %s %d %s\n", args[0]->ProcessId, args[0]->GuidSig, args[0]->Age, args[0]->PdbFileName);
}
