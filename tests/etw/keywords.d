/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* A keyword's probe fires for the events that have it. */
demo-orders:::sales { printf("sales %s\n", etwname); }
demo-orders:::stock_room { printf("stock room %s\n", etwname); }
demo-merged:::Transfers { printf("transfers %s\n", etwname); }
demo-orders:::events { @[etwkeywords] = count(); }
