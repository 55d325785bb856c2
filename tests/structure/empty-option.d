/* @cmd: dtrace -q -x empty -x zdefs -e -s $case */
