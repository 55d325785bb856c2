# the words that every command knows
dtrace --help | head -n 1
dtrace --version
dtrace -q --version
dtrace -V
dtrace --helpme 2>&1 | head -n 1
dtrace -- --help 2>&1 | head -n 1
