/* @feed: live */
/* @needs: root */
/* @opts: -q -c '/bin/sh -c "kill -0 1"' */
/* What the kernel keeps of the caller's registers at a system call. */
syscall::kill:entry
/pid == $target/
{
	printf("%d %d %d\n", uregs[R_RDI] == arg0, uregs[R_RSI] == arg1, uregs[R_ORIG_RAX]);
	printf("%d %d\n", uregs[R_SP] != 0 && uregs[R_SP] == uregs[19], uregs[R_IP] == uregs[R_PC]);
	printf("%d %d %d\n", uregs[R_CS], uregs[R_SS], (uregs[R_EFL] & 0x200) != 0);
	printf("%d\n", uregs[R_PC] == ucaller || uregs[R_PC] > 4096);
}
