# Providers of facts of one kind of machine are of class ISA.
for p in sched:::on-cpu proc:::start io:::start tcpip:::send profile:::profile-97 dtrace:::BEGIN; do echo "$p $(dtrace -E "$trace" -x etlpasses=1 -ev -n "$p" 2>&1 | sed -n 's/.*\(Identifier Names\|Dependency Class\): *//p' | tr '\n' ' ')"; done
