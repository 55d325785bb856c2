/* @opts: -e -x empty */
/* @feed: replay */
/* nothing */
