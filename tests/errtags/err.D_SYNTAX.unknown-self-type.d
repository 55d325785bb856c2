self nope_t x;
