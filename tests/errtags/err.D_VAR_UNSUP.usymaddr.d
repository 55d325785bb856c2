/* @at: 2 s */
this _usymaddr s;
