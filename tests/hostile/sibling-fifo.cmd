# What a folder has beside the trace must be a file, not a pipe or a link that somebody else may have made.
cd "$work"
cp "$trace" s.etl; mkfifo s.kernel.etl; dtrace -E s.etl -qn 'BEGIN { exit(0) }'; echo $?; rm s.kernel.etl; mkdir -m 1777 open; cp "$trace" open/s.etl; ln -s ../s.etl open/s.kernel.etl;  dtrace -E open/s.etl -qn 'BEGIN { exit(0) }'; echo $?
