/* @cmd: dtrace -q -x errtags -n 'int*{ exit(0); }' */
/* @status: 1 */
/* In -n text it is a description, even if the part before the star names a type. */
