dtrace -E $trace -q -x linkmode=dynamic -x linktype=dof -x late=static -x kdefs -x knodefs -x udefs -x unodefs -x ldpath=/bin/ld -x strip -x pgmax=3 -x aggpercpu -s $script
