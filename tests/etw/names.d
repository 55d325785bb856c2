/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* Names in any case, as patterns, and by GUID. */
DEMO-Orders:::Events { @["case"] = count(); }
demo-*::order:event { @["event in another case"] = count(); }
{7E0B2F31-2222-4b4b-9101-020304050607}:::events { @["GUID"] = count(); }
Demo*:::events { @["pattern"] = count(); }
demo-orders::EVENT:EVENTS { @["function"] = count(); }
