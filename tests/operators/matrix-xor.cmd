# @needs: cmd:python3
operators/matrix.py "^" "$work" && dtrace -E "$trace" -q -s "$work/matrix.d" | diff "$work/matrix.want" -
