struct a`b { int x; };
