dtrace -x errtags -n 'foo_t x; BEGIN { }'
