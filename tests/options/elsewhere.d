/* @cmd: dtrace -E $trace -q $(for o in bpflog bpflogsize ctfpath debugassert disasm dofstashpath lazyload linknommap lockmem maxframes modpath noresolve pcapsize preallocate printsize procfspath quietresize scratchsize sysslice useruid; do printf ' -x %s=1' $o; done) -s $case */
/* only the command line matters here */
BEGIN
{
	printf("script %d\n", 1);
	exit(0);
}
