/* @E: demo --scene etw */
/* @at: 5 "Statusx" */
/* A name that no event has. */
demo.service:::events
/etwfield("Statusx")/
{
}
