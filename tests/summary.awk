# Adds up the logs of ctest: the cases of run.py and of cmocka; a test that counts nothing is one case, skipped
# if it says so in a line that begins with "skipped:" or "SKIP:".  Of a test that was repeated the last run counts; a line
# before the last one names those that passed then: "repeated: NAME, NAME".  The last line is "N passed, N failed, N skipped".

/^[0-9]+\/[0-9]+ Testing: / {
	p = f = s = 0
	test = FILENAME " " $3
	name[test] = $3
	runs[test]++
}

/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ {
	p += $1
	f += $3
	s += $5
}

/^(skipped|SKIP): / {
	s++
}

/^\[  PASSED  \]/ {
	p += number()
}

/^\[  FAILED  \].*test\(s\)/ {
	f += number()
}

/^\[  SKIPPED \].*test\(s\)/ {
	s += number()
}

/^Test Passed\./ && !missing {
	if (p + f + s == 0)
		p = 1
	add()
}

# it failed in a way that it could not count itself
/^Test Failed/ {
	if (f == 0)
		f = 1
	add()
}

# a test whose program isn't there is said to have passed below
/^Unable to find executable/ {
	missing = 1
}

/^Test Passed\./ && missing {
	missing = 0
	p = s = 0
	f = 1
	add()
}

END {
	for (t in passes) {
		passed += passes[t]
		failed += failures[t]
		skipped += skips[t]
		if (runs[t] > 1 && !failures[t] && !named[name[t]]++)
			repeated = repeated (repeated ? ", " : "") name[t]
	}
	if (repeated)
		print "repeated: " repeated
	printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
	exit failed != 0
}

function number()
{
	match($0, /[0-9]+ test/)
	return RSTART ? substr($0, RSTART, RLENGTH - 5) + 0 : 0
}

function add()
{
	passes[test] = p
	failures[test] = f
	skips[test] = s
	p = f = s = 0
}
