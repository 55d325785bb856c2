# @needs: cmd:python3
for op in + - "*" / % "&" "|" ^ "<<" ">>"; do
	operators/matrix.py "$op=" "$work" && dtrace -E "$trace" -q -s "$work/matrix.d" | diff "$work/matrix.want" - || exit
done
