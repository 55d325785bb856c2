/* @at: 2 this */
self this int x;
