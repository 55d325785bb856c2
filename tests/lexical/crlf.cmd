printf 'BEGIN\r\n{\r\n\tprintf("x\\n");\r\n\texit(0);\r\n}\r\n' >$work/crlf.d; dtrace -q -s $work/crlf.d
