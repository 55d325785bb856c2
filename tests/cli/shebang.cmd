# @needs: root
d=$(mktemp -d); printf '#!%s -qs\nBEGIN { printf("%%d %%s\\n", $1, $$2); exit(0); }\n' "$DTRACE" >$d/tool; chmod +x $d/tool; $d/tool 5 six; rm -r $d
