# programs that bring copies of the libraries
for lib in procfs io cpu fileinfo; do
	grep -v depends_on ../translators/$lib.d >"$work/copy.d"
	echo 'BEGIN { printf("%d ", curpsinfo->pr_pid == pid); exit(0); }' >>"$work/copy.d"
	dtrace -E "$trace" -x quiet -s "$work/copy.d" | tr -d '\n'
done
