# @needs: root
CASE_A=1 dtrace -q -x unsetenv=CASE_A -n BEGIN -c 'sh -c "echo ${CASE_A-gone}"'
