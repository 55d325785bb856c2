/* @at: 3 x */
self int x;
self char x;
