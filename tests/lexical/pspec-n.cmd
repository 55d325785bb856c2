# In -n text it is a description, even if the part before the star names a type.
# @status: 1
dtrace -q -x errtags -n 'int*{ exit(0); }'
