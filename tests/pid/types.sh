#!/bin/sh
# Types of processes from their debugging information: casts, typed args[], objects as values.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
cc=$3
unset CFLAGS
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"

# build NAME FLAG...: $tmp/NAME from types.c
build() { name=$1; shift; "$cc" -O1 "$@" -o "$tmp/$name" "$here/types.c"; }

# run PROGRAM ARGUMENT...: the trace in $tmp/out, with addresses masked; messages in $tmp/err
run()
{
	program=$1
	shift
	rm -f "$tmp/raw"
	timeout 60 "$dtrace" "$@" -o "$tmp/raw" -c "$tmp/$program" 2>"$tmp/err" ||
		{ bad "$program: dtrace fails"; cat "$tmp/err"; }
	sed 's/0x[0-9a-f]\{9,12\}$/ADDRESS/' "$tmp/raw" >"$tmp/out"
}

# refused WHAT PATTERN PROGRAM TEXT: the text doesn't compile, and the message says why
refused()
{
	timeout 60 "$dtrace" -qn "$4" -c "$tmp/$3" >"$tmp/out" 2>"$tmp/err" && bad "$1: it compiles"
	if grep -q "$2" "$tmp/err"; then ok "$1"; else bad "$1"; cat "$tmp/err"; fi
}

build types -g || skip "no compiler"

# A whole structure, by each name that it has.
cat >"$tmp/want" <<'END'
struct all {
    signed char c = '\377'
    unsigned short s = 0xffff
    int i = 0x7
    unsigned int b1 :3 = 0x3
    unsigned int b2 :5 = 0x11
    int b3 :4 = 0xe
    long long ll = 0xfffffffffffffffb
    enum color color = BLUE
    union word u = {
        int i = 0x41424344
        unsigned char [4] c = [ 'D', 'C', 'B', 'A' ]
    }
    struct inner in = {
        short a = 0x5
        long b = 0xfffffffffffffffa
    }
    struct {
        int x = 0x8
        int y = 0x9
    }
    int [3] arr = [ 0x1, 0x2, 0x3 ]
    short [2][3] grid = [ [ 0x1, 0x2, 0x3 ], [ 0x4, 0x5, 0x6 ] ]
    char [12] text = [ "hello" ]
    char [4] full = [ 'f', 'u', 'l', 'l' ]
    const char *str = ADDRESS
    node_t *list = ADDRESS
    int (*)() fn = ADDRESS
    struct unknown *forward = 0
    void *v = ADDRESS
    double d = +1.5000000e+00
    _Bool yes = 0x1
    struct inner [2] pair = [ 
        struct inner {
            short a = 0xa
            long b = 0xb
        }, 
        struct inner {
            short a = 0xc
            long b = 0xd
        }
    ]
}
END
for value in '*args[0]' '*(userland pid`struct all *)arg0' '*(userland struct pid`all *)arg0' \
	'*(struct pid$target`all *)arg0' '*(userland pid$target`types`struct all *)arg0' \
	'*(struct pid$target`a.out`all *)arg0'; do
	run types -qn 'pid$target:a.out:take:entry /arg1 == 1/ { print('"$value"'); printf("\n"); }'
	sed -i '/^$/d' "$tmp/out"
	same "print($value)" "$tmp/want" "$tmp/out"
done
cp "$tmp/want" "$tmp/all"

# Members.
run types -qn '
pid$target::take:entry
{
	printf("%d %d %d %d %d\n", args[0]->c, args[0]->s, args[0]->b1, args[0]->b2, args[0]->b3);
	printf("%d %d %d %d\n", args[0]->color, args[0]->color == BLUE, args[0]->color == pid`GREEN, pid$target`PALE);
	printf("%x %d %d %d\n", args[0]->u.i, args[0]->u.c[3], args[0]->in.b, args[0]->y);
	printf("%d %d %d\n", args[0]->arr[2], args[0]->grid[1][0], args[0]->pair[1].a);
	printf("%s %s %s\n", stringof(args[0]->text), stringof(args[0]->str), stringof(args[0]->full));
	printf("%s %d %d\n", args[0]->text, args[0]->str == "world", strlen(args[0]->text));
	printf("%s\n", copyinstr((uintptr_t)args[0]->str));
	printf("%s %d %s\n", stringof(args[0]->list->name), args[0]->list->next->value,
	    strjoin(args[0]->list->next->name, args[0]->str));
	printf("%d\n", *(userland int *)args[0]->v);
	this->in = &args[0]->in;
	this->copy = *args[0];
	this->arr = args[0]->arr;
	printf("%d %d %d %d\n", this->in->b, this->copy.in.b, this->copy.b2, this->arr[1]);
	printf("%d %d %d %d %d\n", sizeof(struct pid`all), sizeof(pid`node_t), offsetof(struct pid`all, text),
	    sizeof(args[0]->grid), sizeof(pid`byte));
	@[args[0]->text, args[0]->list->name] = count();
	seen[args[0]->text] = args[1];
	printf("%d\n", seen["hello"]);
	print(args[0]->list->next->value);
	print(*args[0]->list->next);
	print(args[0]->in);
	print(args[0]->arr);
	print(args[0]->text);
	print(args[0]->d);
	print((enum pid`color)arg3);
	exit(0);
}
END { printa("%s %s %@d\n", @); }'
cat >"$tmp/want" <<'END'
-1 65535 3 17 -2
6 1 0 -3
41424344 65 -6 9
3 4 12
hello world full
hello 1 5
world
one 2 twoworld
40
-6 -6 17 2
184 32 80 12 1
0
int 0x2
struct node {
    struct node *next = 0
    int value = 0x2
    char [16] name = [ "two" ]
}struct inner {
    short a = 0x5
    long b = 0xfffffffffffffffa
}int [3] [ 0x1, 0x2, 0x3 ]
char [12] "hello"
double +1.5000000e+00
enum color GREEN
hello one 1

END
same "members" "$tmp/want" "$tmp/out"

# Declarations.
cat >"$tmp/declarations.d" <<'END'
pid$target`node_t *top;
pid$target`a.out`struct all *whole;
userland pid`struct all *also;
self struct pid$target`all *mine;
typedef struct pid$target`all all_t;
struct wrap { struct pid`inner in; userland pid`node_t *n; char c[sizeof(pid`node_t)]; };
inline int LAST = pid`BLUE;
struct wrap w;
enum pid`color color;
pid$target::take:entry
/!color/
{
	top = args[0]->list;
	also = whole = args[0];
	self->mine = also;
	w.in = args[0]->in;
	w.n = top->next;
	color = args[3];
	printf("%d %d %d %d %s\n", top->value, whole->i, self->mine->in.b, w.in.a, top->next->name);
	printf("%d %d %d %d\n", ((all_t *)arg0)->s, LAST, color, sizeof(struct wrap));
	tracemem(args[0]->text, 8);
	tracemem(args[0]->list->name, 4);
}
END
run types -qs "$tmp/declarations.d"
cat >"$tmp/want" <<'END'
1 7 -6 5 two
65535 6 5 56

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 68 65 6c 6c 6f 00 00 00                          hello...

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 6f 6e 65 00                                      one.

END
same "declarations" "$tmp/want" "$tmp/out"

# Arguments: in registers, of which the upper halves mean nothing; not in registers for integers.
run types -qn '
pid$target::take:entry { printf("%d %s %d %d %d\n", args[1], stringof(args[2]), args[3], args[4], args[5]); }
pid$target::give:return { printf("%d %d\n", args[0], args[1]->b); }
pid$target::narrow:entry { printf("%d", args[0]); }
pid$target::narrow:return { printf(" %d\n", args[1]); }
pid$target::mixed:entry { printf("%d\n", args[4]); }
pid$target::many:entry { printf("%d %d %d %d\n", args[0], args[1], args[3], args[6]); }
pid$target::numbers:entry { printf("%d %d\n", args[1], args[3]); }
pid$target::words:entry { printf("%d %d %d\n", args[5], args[6], args[8]); }
pid$target::large:entry { this->big = *args[0]; printf("%d %d\n", this->big.last, args[0]->pad[8999]); }'
for i in 0 1 2; do
	printf '%s\n' "$i text 5 200 -2" "0 -6" "-100 100" "$((20 + i))" "1 2 4 7" "6 -7 $((-11 - i))" "-4 250" "$i $((i ? 85 : 7))"
done >"$tmp/want"
echo >>"$tmp/want"
same "arguments and results" "$tmp/want" "$tmp/out"
run types -qn '
pid$target::give:entry { self->p = args[0]; }
pid$target::give:return /self->p/ { printf("%d %s\n", self->p->list->next->value, self->p->text); self->p = 0; }'
printf '2 hello\n2 hello\n2 hello\n\n' >"$tmp/want"
same "a pointer that is kept" "$tmp/want" "$tmp/out"
run types -qn '
pid$target::take:entry /args[0]->in.a == 5 && args[0]->str == "world" && args[1] == 2/ { printf("%d\n", args[1]); }'
printf '2\n\n' >"$tmp/want"
same "a predicate" "$tmp/want" "$tmp/out"

# In the kernel as in the DIF machine.
for kernel in auto no; do
	run types -x kernel=$kernel -qn '
	pid$target::take:entry { @a[args[0]->color, args[0]->in.b] = count(); }
	pid$target::take:entry { @b[args[0]->c, args[0]->s, args[0]->b2, args[0]->b3, args[0]->ll] = sum(args[0]->list->next->value); }
	pid$target::take:entry /args[0]->in.a == 5 && args[1] == 1/ { @c = sum(args[0]->u.c[2]); }
	pid$target::take:entry /args[0]->forward/ { @d = count(); }
	pid$target::take:entry /args[0]->str == "world"/ { @e[args[0]->list->name] = sum(args[0]->grid[1][2]); }
	pid$target::take:entry /args[1] == 2/ { @f = sum(*(userland int *)args[0]->ll); }
	END { printa("%d %d %@d\n", @a); printa("%d %d %d %d %d %@d\n", @b); printa("%@d\n", @c); printa("%@d\n", @d);
		printa("%s %@d\n", @e); printa("%@d\n", @f); }'
	printf '6 -6 3\n-1 65535 17 -2 -5 6\n66\none 18\n\n' >"$tmp/want"
	same "aggregations, kernel=$kernel" "$tmp/want" "$tmp/out"
	check "a bad address, kernel=$kernel" grep -q 'invalid address (0xfffffffffffffffb)' "$tmp/err"
done
refused "floating point" "args\[0\] is not captured: .* a value of type double" types 'pid$target::mixed:entry { trace(args[0]); }'
refused "a structure by value" "args\[1\] is not captured" types 'pid$target::mixed:entry { trace(args[1].a); }'
refused "index" "index 6 is out of range" types 'pid$target::take:entry { trace(args[6]); }'
refused "different functions" "unstable set of probes" types 'pid$target::take:entry, pid$target::[gm]i*e*:entry { trace(args[0]); }'
refused "a type that is not there" 'no struct pid[0-9]*`nosuch is known: types: its debugging information does not define it' \
	types 'BEGIN { trace(((struct pid`nosuch *)0)->x); }'
refused "a name that is not there" 'no type pid[0-9]*`nosuch is known' types 'BEGIN { trace(((pid`nosuch *)0)->x); }'
refused "an incomplete type" "forward declaration" types 'pid$target::take:entry { trace(args[0]->forward->x); }'
refused "an object that is not there" "the process has no object nosuch" types 'BEGIN { trace(sizeof(struct pid`nosuch`all)); }'
timeout 60 "$dtrace" -n 'BEGIN { trace(sizeof(struct pid`all)); }' >"$tmp/out" 2>"$tmp/err"
check "no target" grep -q 'pid`all names no process' "$tmp/err"

# The list.
timeout 60 "$dtrace" -lvn 'pid$target::take:entry, pid$target::give:return, pid$target::mixed:entry, pid$target::nothing:entry,
	pid$target::large:entry' -c "$tmp/types" 2>"$tmp/err" | awk '/^ *[0-9]+ +pid/ { print $4, $5 } /args\[|None/' >"$tmp/out"
cat >"$tmp/want" <<'END'
take entry
		args[0]: userland struct all *
		args[1]: int
		args[2]: userland const char *
		args[3]: enum color
		args[4]: byte
		args[5]: short
give return
		args[0]: int
		args[1]: userland struct inner *
mixed entry
		args[0]: double
		args[1]: struct pair
		args[2]: float
		args[3]: struct big
		args[4]: int
nothing entry
		None
large entry
		args[0]: userland const struct big *
END
same "-lv" "$tmp/want" "$tmp/out"

# All forms of debugging information that the compiler can write.
all='pid$target:a.out:take:entry /args[1] == 1/ { print(*args[0]); printf("\n"); }'
for flags in -gdwarf-2 -gdwarf-3 -gdwarf-4 "-gdwarf-4 -fdebug-types-section" -gdwarf-5 "-gdwarf-5 -fdebug-types-section" \
	"-g -gz" "-g -flto"; do
	build form $flags 2>/dev/null || continue
	run form -qn "$all"
	sed -i '/^$/d' "$tmp/out"
	same "$flags" "$tmp/all" "$tmp/out"
done
if command -v dwz >/dev/null; then
	build dwz1 -g
	build dwz2 -g
	dwz -m "$tmp/common.debug" "$tmp/dwz1" "$tmp/dwz2"
	run dwz2 -qn "$all"
	sed -i '/^$/d' "$tmp/out"
	same "dwz" "$tmp/all" "$tmp/out"
	rm "$tmp/common.debug"
	refused "the file of dwz is missing" "gnu_debugaltlink names is missing" dwz1 "$all"
fi

# Split debugging information: beside the program, where the compiler left it, in a package.
# split_build NAME FLAG...: $tmp/NAME, whose .dwo file the skeleton says is at $tmp/dwo/NAME.dwo
split_build()
{
	name=$1
	shift
	(cd "$tmp/dwo" && "$cc" -O1 "$@" -c -o "$name.o" "$here/types.c" && "$cc" -o "$tmp/$name" "$name.o" && [ -s "$name.dwo" ])
}

# whole WHAT PROGRAM: print() has all of the structure
whole()
{
	run "$2" -qn "$all"
	sed -i '/^$/d' "$tmp/out"
	same "$1" "$tmp/all" "$tmp/out"
}

mkdir "$tmp/dwo"
missing="its debugging information is split, and the file $tmp/dwo"
for flags in -gdwarf-4 -gdwarf-5 "-gdwarf-4 -fdebug-types-section" "-gdwarf-5 -fdebug-types-section" "-gdwarf-5 -gz"; do
	split_build split -gsplit-dwarf $flags 2>/dev/null || continue
	whole "-gsplit-dwarf $flags" split
	mv "$tmp/dwo/split.dwo" "$tmp/split.dwo"
	whole "-gsplit-dwarf $flags, beside the program" split
	# dwp of binutils 2.40 ends on files of DWARF 5; llvm-dwp 14 takes one unit of a file of gcc's, no units of types
	case $flags in
	*dwarf-4*) tool=dwp ;;
	*types*) tool= ;;
	*) tool=llvm-dwp ;;
	esac
	if [ "$tool" ] && command -v $tool >/dev/null && $tool "$tmp/split.dwo" -o "$tmp/split.dwp" 2>/dev/null; then
		mv "$tmp/split.dwo" "$tmp/split.keep"
		whole "-gsplit-dwarf $flags, a package" split
		head -c 2000 "$tmp/split.dwp" >"$tmp/split.cut"
		mv "$tmp/split.cut" "$tmp/split.dwp"
		refused "a package that is cut off" "split: its package $tmp/split.dwp is damaged" split "$all"
		mv "$tmp/split.keep" "$tmp/split.dwo"
		whole "a package that is cut off, and the .dwo file" split
	fi
	rm -f "$tmp/split.dwo" "$tmp/split.dwp"
	refused "-gsplit-dwarf $flags, missing" "split: $missing/split.dwo is missing" split "$all"
done
if split_build split -g -gsplit-dwarf && split_build other -g -gsplit-dwarf -DOTHER=1 -fno-inline -fshort-enums; then
	cp "$tmp/dwo/split.dwo" "$tmp/keep.dwo"
	cp "$tmp/dwo/other.dwo" "$tmp/dwo/split.dwo"
	refused "a .dwo file of another build" "split: $missing/split.dwo is of another build" split "$all"
	head -c 1000 "$tmp/keep.dwo" >"$tmp/dwo/split.dwo"
	refused "a .dwo file that is cut off" "split: $missing/split.dwo is damaged" split 'BEGIN { trace(sizeof(struct pid`all)); }'
	rm "$tmp/dwo/split.dwo"
	mkfifo "$tmp/dwo/split.dwo"
	refused "a .dwo file that is a pipe" "split: $missing/split.dwo is missing" split "$all"
	rm "$tmp/dwo/split.dwo"
	cp "$tmp/keep.dwo" "$tmp/dwo/split.dwo"
	timeout 60 "$dtrace" -x symfilesize=10k -qn "$all" -c "$tmp/split" >"$tmp/out" 2>"$tmp/err"
	check "a .dwo file that is too large" grep -q "split: $missing/split.dwo is too large" "$tmp/err" || cat "$tmp/err"
	printf '%s\n' "struct unit { long of; };" "int unit(struct unit *u, int n) { return u ? (int)u->of + n : n; }" >"$tmp/unit.c"
	printf '%s\n' "struct unit; int unit(struct unit *, int); struct mine { int a; } mine;" \
		"int main(void) { return unit((struct unit *)0, mine.a); }" >"$tmp/user.c"
	(cd "$tmp" && "$cc" -O1 -g -gsplit-dwarf -c unit.c user.c && "$cc" -o two unit.o user.o)
	run two -qn 'pid$target:a.out:unit:entry { printf("%d %d %d\n", args[1], sizeof(*args[0]), sizeof(struct pid`mine)); }'
	printf '0 8 4\n\n' >"$tmp/want"
	same "two units" "$tmp/want" "$tmp/out"
	rm "$tmp/unit.dwo"
	refused "one unit of two is missing" "two: its debugging information is split, and the file $tmp/unit.dwo is missing" two \
		'pid$target:a.out:unit:entry { trace(args[1]); }'
	run two -qn 'BEGIN { printf("%d\n", sizeof(struct pid`mine)); exit(0); }'
	printf '4\n\n' >"$tmp/want"
	same "the other unit" "$tmp/want" "$tmp/out"
fi

# A separate debug file.
mkdir "$tmp/.debug"
cp "$tmp/types" "$tmp/stripped"
objcopy --only-keep-debug "$tmp/stripped" "$tmp/.debug/stripped.debug"
strip -g "$tmp/stripped"
(cd "$tmp/.debug" && objcopy --add-gnu-debuglink=stripped.debug "$tmp/stripped")
run stripped -qn "$all"
sed -i '/^$/d' "$tmp/out"
same "a separate debug file" "$tmp/all" "$tmp/out"
printf x >>"$tmp/.debug/stripped.debug"
refused "a debug file of another program" "stripped: it has no debugging information" stripped "$all"
rm "$tmp/.debug/stripped.debug"
refused "no debug file" 'pid[0-9]*`all is known: stripped: it has no debugging information' stripped \
	'BEGIN { trace(sizeof(struct pid`all)); }'
run stripped -qn 'pid$target:a.out:take:entry { printf("%d\n", arg1); }'
printf '0\n1\n2\n\n' >"$tmp/want"
same "without types, the arguments are arg0, arg1 ..." "$tmp/want" "$tmp/out"
cp "$tmp/types" "$tmp/.debug/pipe"
objcopy --only-keep-debug "$tmp/types" "$tmp/.debug/pipe.debug"
cp "$tmp/stripped" "$tmp/pipe"
objcopy --remove-section .gnu_debuglink "$tmp/pipe"
(cd "$tmp/.debug" && objcopy --add-gnu-debuglink=pipe.debug "$tmp/pipe")
rm "$tmp/.debug/pipe.debug"
mkfifo "$tmp/.debug/pipe.debug"
refused "a debug file that is a pipe" "pipe: it has no debugging information" pipe "$all"

# A library, and a process that runs already.
cat >"$tmp/lib.c" <<'END'
struct item { int number; const char *what; };
struct all { long of_the_library; };
int use(struct item *it, struct all *all) { return it->number + (int)all->of_the_library; }
END
cat >"$tmp/user.c" <<'END'
#include <unistd.h>
struct all { char other; } mine;
struct item;
int use(struct item *, long *);
int main(void)
{
	struct { int number; const char *what; } it = { 42, "library" };
	long n = 43;
	for (;;) {
		usleep(10000);
		use((struct item *)&it, &n);
		__asm__ volatile("" : : "r"(&mine));
	}
}
END
"$cc" -g -O1 -shared -fPIC -o "$tmp/libitem.so.1" "$tmp/lib.c" &&
	"$cc" -g -O1 -o "$tmp/user" "$tmp/user.c" "$tmp/libitem.so.1" -Wl,-rpath,"$tmp"
"$tmp/user" &
pid=$!
timeout 60 "$dtrace" -qn 'pid$target:libitem:use:entry
{
	printf("%d %s %d\n", args[0]->number, stringof(args[0]->what), args[1]->of_the_library);
	printf("%d %d\n", ((struct pid`item *)arg0)->number, ((struct pid'$pid'`libitem`item *)arg0)->number);
	printf("%d %d %d\n", sizeof(struct pid`all), sizeof(struct pid`libitem`all), sizeof(struct pid`user`all));
	exit(0);
}' -p $pid >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
kill $pid
printf '42 library 43\n42 42\n1 8 1\n\n' >"$tmp/want"
same "a library" "$tmp/want" "$tmp/out"

# C++.
if command -v c++ >/dev/null && c++ -g -O1 -std=c++11 -o "$tmp/classes" "$here/classes.cc" 2>/dev/null; then
	run classes -qn '
	pid$target:a.out:_ZN6shapes3Box4areaEv:entry
	{
		print(*args[0]);
		printf("\n%d %d %d\n", args[0]->id, args[0]->shade == Light, args[0]->hi.y);
		printf("%d %d\n", ((userland pid`Box *)arg0)->lo.x, *args[0]->ref);
	}
	pid$target:a.out:_ZNK6shapes5Point3sumEv:entry { printf("%d\n", args[0]->x + args[0]->y); }
	pid$target:a.out:_Z6passed*:entry { printf("%d %d %d\n", args[1], args[3], args[5]); }
	pid$target:a.out:_Z8returned*:entry { printf("%d\n", args[0]); }'
	cat >"$tmp/want" <<'END'
struct Box {
    struct Base {
        int (**)() _vptr.Base = ADDRESS
        int id = 0x7
    }
    struct Point lo = {
        int x = 0x1
        int y = 0x2
        double w = +5.0000000e-01
    }
    struct Point hi = {
        int x = 0x5
        int y = 0x9
        double w = +5.0000000e-01
    }
    enum Shade shade = Light
    bool open = 0x1
    struct Box *next = 0
    int *ref = ADDRESS
}
7 1 9
1 5
3
77 1 99
31

END
	same "classes" "$tmp/want" "$tmp/out"
fi

# Damaged debugging information: dtrace says what it can, and goes on.
lost=0
[ -e "$tmp/keep.dwo" ] && damaged="types split" || damaged=types
for seed in $(seq 1 12); do
	for program in $damaged; do
		spoiled=$tmp/split
		if [ $program = split ]; then
			python3 "$here/spoil.py" "$tmp/keep.dwo" "$tmp/dwo/split.dwo" $seed
		else
			spoiled=$tmp/spoiled
			python3 "$here/spoil.py" "$tmp/types" "$spoiled" $seed
		fi
		for text in "$all" 'pid$target:a.out:take:entry { print(*(struct pid`all *)arg0); trace(pid`BLUE); }'; do
			timeout 20 "$dtrace" -qn "$text" -c "$spoiled" >"$tmp/out" 2>"$tmp/err"
			status=$?
			[ $status -le 1 ] || { lost=1; bad "damage $seed of $program: status $status"; cat "$tmp/err"; }
		done
		timeout 20 "$dtrace" -lvn 'pid$target:a.out::entry' -c "$spoiled" >"$tmp/out" 2>"$tmp/err" ||
			{ lost=1; bad "damage $seed of $program: -lv"; cat "$tmp/err"; }
	done
done
[ $lost = 0 ] && ok "damaged debugging information"
exit $failed
