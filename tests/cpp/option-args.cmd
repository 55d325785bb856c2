# -x cppargs splits at blanks; -D, -U and -I do not
mkdir -p "$work/a b"
echo '#define FROM 5' >"$work/a b/blank.h"
printf '#include <blank.h>\nBEGIN { printf("%%d %%d %%d %%s\\n", AA, BB, FROM, CC); exit(0); }\n' >$work/args.d
dtrace -E $trace -C -x cppargs='-DAA=3  -DBB=4' -I "$work/a b" -D 'CC="x y"' -qs $work/args.d
