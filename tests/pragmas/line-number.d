/* @status: 1 */
/* @feed: replay */
#line 100
BEGIN { trace(nosuch); }
