# Busy in its own code for a second or two.
i=0
while [ $i -lt 500000 ]; do
	i=$((i + 1))
done
