dtrace -E$trace -xquiet -b64k -s$script
