# @needs: root
dtrace -q -x setenv=CASE_A=1 -x unsetenv=CASE_A -x unsetenv=CASE_B -x setenv=CASE_B=2 -n BEGIN -c 'sh -c "echo ${CASE_A-gone} $CASE_B"'
