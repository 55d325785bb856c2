/* @opts: -q */
/* The names of the registers of x86-64: those of the saved frame, then the segments. */
BEGIN
{
	printf("%d %d %d %d %d %d %d %d ", R_R15, R_R14, R_R13, R_R12, R_RBP, R_RBX, R_R11, R_R10);
	printf("%d %d %d %d %d %d %d %d ", R_R9, R_R8, R_RAX, R_RCX, R_RDX, R_RSI, R_RDI, R_ERR);
	printf("%d %d %d %d %d ", R_RIP, R_CS, R_RFL, R_RSP, R_SS);
	printf("%d %d %d %d %d\n", R_DS, R_ES, R_FS, R_GS, R_TRAPNO);
	printf("%d %d %d %d %d %d %d\n", R_EBP, R_EBX, R_EAX, R_ECX, R_EDX, R_ESI, R_EDI);
	printf("%d %d %d %d %d %d %d %d %d\n", R_EIP, R_PC, R_EFL, R_ESP, R_UESP, R_SP, R_FP, R_R0, R_R1);
	printf("%d\n", uregs[R_TRAPNO] == uregs[25]);
	exit(0);
}
