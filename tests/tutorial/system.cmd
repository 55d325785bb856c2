dtrace -q -w -n 'BEGIN { system("echo from the shell"); exit(0); }'
