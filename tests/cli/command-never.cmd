# @needs: root
rm -f cli/never; dtrace -n 'syntax error' -c 'touch cli/never' 2>/dev/null; ls cli/never 2>/dev/null || echo not run
