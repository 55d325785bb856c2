#!/usr/bin/env python3
"""matrix.py OPERATOR FOLDER

Writes FOLDER/matrix.d, which applies a binary operator (or an assignment, as "+=", or "cast") to values of every pair of
integer types, and FOLDER/matrix.want, what it has to print by the rules below.  Each operation is done with two constants,
with two variables and with one of each.
"""
import random
import sys

TYPES = [sign + "int%d_t" % bits for bits in (8, 16, 32, 64) for sign in ("", "u")]
VALUES = [0, 1, 2, 3, 5, 7, 9, 15, 51, 0x7f, 0x80, 0xff, 0x100, 12345, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000,
          0xffffffff, 1 << 63, -1, -2, -3, -7, -98765, -65536]
ALL = (1 << 64) - 1


def bits(t):
    return int(t.strip("uint_"))


def signed(t):
    return t[0] == "i"


def fits(value, t):
    """What a variable of the type holds of it."""
    value &= (1 << bits(t)) - 1
    return value - (1 << bits(t)) if signed(t) and value >> (bits(t) - 1) else value


def common(a, b):
    """The wider of two types; of two that are as wide, the unsigned one.  D promotes nothing to int."""
    return max((a, b), key=lambda t: (bits(t), not signed(t)))


def divide(x, y):
    q = abs(x) // abs(y)
    return q if (x < 0) == (y < 0) else -q


RESULTS = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": divide,
    "%": lambda x, y: x - y * divide(x, y),
    "&": lambda x, y: x & y,
    "|": lambda x, y: x | y,
    "^": lambda x, y: x ^ y,
    "<<": lambda x, y: x << y,
    ">>": lambda x, y: x >> y,
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "&&": lambda x, y: x != 0 and y != 0,
    "||": lambda x, y: x != 0 or y != 0,
    "^^": lambda x, y: (x != 0) != (y != 0),
}


def result(op, a, x, b, y):
    """The value of x, of type a, and y, of type b, as it is printed: the arithmetic is that of 64 bits."""
    kind = a if op in ("<<", ">>") else common(a, b)
    if not signed(kind):
        x &= ALL
        y &= ALL
    value = RESULTS[op](x, y)
    return int(value) if isinstance(value, bool) else fits(value, kind)


def operands(op, a, b):
    while True:
        x, y = fits(random.choice(VALUES), a), fits(random.choice(VALUES), b)
        if op in ("<<", ">>"):
            y %= min(bits(a), 64)
        if op not in ("/", "%") or y != 0 and (x, y) != (-1 << 63, -1):
            return x, y


def constant(value, t):
    return "(%s)%#xul" % (t, value & ALL)


def cases(op):
    for a in TYPES:
        for b in TYPES:
            if op == "cast":
                x = random.choice(VALUES)
                yield ("\tv = %#xul;\n\tprintf(\"%%d %%d %%d\\n\", %s, (%s)v, (%s)(%s)v);" % (x & ALL, constant(x, a), a, b, a),
                       "%d %d %d" % (fits(x, a), fits(x, a), fits(fits(x, a), b)))
                continue
            plain = op[:-1] if op in ("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=") else op
            x, y = operands(plain, a, b)
            setup = "\ta_%s = %#xul;\n\tb_%s = %#xul;\n" % (a, x & ALL, b, y & ALL)
            if plain != op:
                yield (setup + "\ta_%s %s b_%s;\n\tprintf(\"%%d\\n\", a_%s);" % (a, op, b, a),
                       "%d" % fits(result(plain, a, x, b, y), a))
                continue
            yield (setup + "\tprintf(\"%%d %%d %%d\\n\", %s %s %s, a_%s %s b_%s, a_%s %s %s);" % (
                constant(x, a), op, constant(y, b), a, op, b, a, op, constant(y, b)),
                " ".join(["%d" % result(op, a, x, b, y)] * 3))


def main():
    op, folder = sys.argv[1:]
    random.seed(op)
    with open(folder + "/matrix.d", "w") as script, open(folder + "/matrix.want", "w") as want:
        print("int64_t v;", *("%s %s_%s;" % (t, name, t) for t in TYPES for name in "ab"), sep="\n", file=script)
        for text, line in cases(op):
            print("BEGIN\n{\n%s\n}" % text, file=script)
            print(line, file=want)
        print("BEGIN\n{\n\texit(0);\n}", file=script)
        print(file=want)


main()
