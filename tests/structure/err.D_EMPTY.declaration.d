/* Nothing to enable. */
# pragma D option quiet
