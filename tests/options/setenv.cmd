# @needs: root
dtrace -q -x setenv=CASE_A=one -x setenv=CASE_B='two words' -n BEGIN -c 'sh -c "echo $CASE_A $CASE_B"'
