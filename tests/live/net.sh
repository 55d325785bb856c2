#!/bin/sh
# TCP and UDP: a load whose every connection, byte and datagram is known, and the kernel's own counters.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || skip "needs python3"
"$dtrace" -ln linux-sock:::sock_send_length 2>/dev/null | grep -q sock_send_length || skip "this kernel has no sock_send_length"

# an address that nobody else uses
here=127.77.$(($$ / 250 % 250)).$(($$ % 250 + 2))

cat >"$tmp/net.d" <<END
tcpip:::send /pid == \$target/ { @sent = sum(args[0]->ip_plength); @sends = count(); }
tcpip:::receive /pid == \$target/ { @received = sum(args[0]->ip_plength); }
tcpip:::copy /pid == \$target/ { @copies = count(); }
tcpip:::connect /pid == \$target && execname == "python3" && args[0]->ip_daddr == "$here"/ { @connects = count(); }
tcpip:::connect { @allconnects = count(); }
tcpip:::accept /args[0]->ip_saddr == "$here"/ { @accepts = count(); }
tcpip:::accept { @allaccepts = count(); }
tcpip:::disconnect /args[0]->ip_saddr == "$here" || args[0]->ip_daddr == "$here"/ { @disconnects = count(); }
tcpip:::fail /pid == \$target/ { @fails[args[0] == AF_INET, args[1] == ECONNREFUSED] = count(); }
tcpip:::reconnect /args[0]->ip_daddr == "$here"/ { @reconnects = count(); }
tcpip:::send, tcpip:::receive, tcpip:::connect, tcpip:::accept /!args[0]->ip_connid || args[0]->ip_ver != 4 &&
	args[0]->ip_ver != 6/ { @wrong = count(); }
udpip:::send /pid == \$target/ { @datagrams[args[0]->udp_daddr, args[0]->udp_saddr] = count();
	@dbytes = sum(args[0]->udp_plength); }
udpip:::receive /pid == \$target/ { @dreceived = sum(args[0]->udp_plength); }
END { printa("sent %@d in %@d\\n", @sent, @sends); printa("received %@d\\n", @received); printa("connects %@d\\n", @connects);
	printa("accepts %@d\\n", @accepts); printa("fails %d %d %@d\\n", @fails); printa("datagrams %s %s %@d\\n", @datagrams);
	printa("datagram bytes %@d\\n", @dbytes); printa("datagrams received %@d\\n", @dreceived);
	printa("wrong %@d\\n", @wrong); printa("copies %@d\\n", @copies); printa("disconnects %@d\\n", @disconnects);
	printa("reconnects %@d\\n", @reconnects); printa("allconnects %@d\\n", @allconnects);
	printa("allaccepts %@d\\n", @allaccepts); }
END

# ActiveOpens and PassiveOpens of all TCP so far.
opens() { awk '$1 == "Tcp:" && $6 ~ /^[0-9]+$/ { print $6, $7 }' /proc/net/snmp; }

before=$(opens)
timeout 100 "$dtrace" -qs "$tmp/net.d" -c "python3 $src/tests/live/net.py $here" >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
after=$(opens)

say() { grep -qx "$1" "$tmp/out" && ok "$2" || { bad "$2: $1"; cat "$tmp/out" "$tmp/err"; }; }
say "sent 11500 in 15" "every byte that was sent"
say "received 11500" "every byte that was received"
say "fails 1 1 1" "the one that was refused"
say "datagrams $here $here 7" "datagrams"
say "datagram bytes 231" "bytes of datagrams"
say "datagrams received 231" "bytes of datagrams that were received"
number() { sed -n "s/^$1 //p" "$tmp/out"; }
# five, and as many as a full queue takes
check "connections, in the process that asked for them" [ "$(number connects)" -ge 6 -a "$(number connects)" -lt 9 ]
check "each is accepted" [ "$(number accepts)" = "$(number connects)" ]
check "what programs got makes room" [ "$(number copies)" -ge 10 ]
check "both sides of each connection end" [ "$(number disconnects)" -ge 10 ]
check "a request that had to be sent again" [ "$(number reconnects)" -ge 1 ]
if grep -q wrong "$tmp/out"; then bad "families and connections"; cat "$tmp/out"; else ok "families and connections"; fi
# others' connections may come between the counters and the tracing, but not the other way round
echo "$before $after" | awk -v c="$(number allconnects)" -v a="$(number allaccepts)" \
	'{ exit !($3 - $1 >= c && $4 - $2 >= a && a >= 5) }' && ok "no more than the kernel counts" ||
	{ bad "no more than $before .. $after"; cat "$tmp/out"; }
exit $failed
