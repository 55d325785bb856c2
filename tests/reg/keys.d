/* @E: demo --scene registry */
/* @opts: -q */
/* Keys by their full path, whether the trace names their block as it is made, at its begin, or at its end. */
reg:::queryvalue,
reg:::setvalue
{
	@[args[0]->r_key, args[0]->r_value] = count();
}

reg:::kcbcreate
{
	self->kcb = args[0]->r_kcb;
}

reg:::close
/args[0]->r_kcb == self->kcb/
{
	printf("closed what was made: %s\n", args[0]->r_key);
}
