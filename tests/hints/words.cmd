# what other languages have
try()
{
	dtrace -e -n "$1" 2>&1 | tail -n 1
}
try 'BEGIN { for (i = 0; i < 3; i++) trace(i); }'
try 'BEGIN { while (1) trace(1); }'
try 'BEGIN { switch (1) { } }'
try 'BEGIN { return; }'
try "BEGIN { printf('hello world'); }"
try "BEGIN { printf('hello'); }"
try "BEGIN { this->yes = execname == 'sh'; }"
try 'BEGIN { $i = 0; }'
try 'BEGIN { trace(strcmp(execname, "sh")); }'
echo "a character is meant as one:"
try "BEGIN { this->yes = execname == 'x'; }"
