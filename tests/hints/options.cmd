# a misspelt option
# @status: 1
dtrace -x bufsze=4m -n BEGIN 2>&1
dtrace -x quiett -n BEGIN 2>&1 | tail -n 1
dtrace -e -n '#pragma D option quiett
BEGIN { }' 2>&1
dtrace -e -n '#pragma D option bufsze=4m
BEGIN { }' 2>&1 | tail -n 1
echo "and nothing where nothing is near, or the value is wrong:"
dtrace -x nothinglikeit -n BEGIN 2>&1 | grep -c hint
dtrace -x bufsize=lots -n BEGIN 2>&1 | grep -c hint
