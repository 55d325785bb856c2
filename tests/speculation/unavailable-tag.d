/* @opts: -q -x nspec=0 -x droptags */
BEGIN { printf("%d\n", speculation()); exit(0); }
