/* @at: 2 s */
self _symaddr s;
