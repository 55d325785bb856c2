/* Actions of the consumer's side wait with the data: this printa() sees what came after it. */
/* @opts: -q */
BEGIN { s = speculation(); @ = sum(1); }
BEGIN { speculate(s); printf("at last"); printa(@); }
BEGIN { printf("first"); printa(@); }
BEGIN { @ = sum(10); }
BEGIN { commit(s); }
BEGIN { clear(@); }
BEGIN { exit(0); }
