dtrace -q -P 'd*e /probename == "BEGIN"/ { printf("%s\n", probename); exit(0); }'
