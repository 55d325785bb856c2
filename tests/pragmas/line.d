/* @status: 1 */
/* @feed: replay */
#line 100 "other.d"
BEGIN { trace(nosuch); }
