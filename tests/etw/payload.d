/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* Arguments: id, opcode, payload, length, version; four bytes of header stand before the payload. */
{feedf00d-4444-4d4d-9301-020304050607}:::events
{
	this->p = (uint8_t *)arg2;
	printf("%d %d %d %d: %d, ", arg0, arg1, arg3, arg4, *(uint32_t *)this->p);
	printf("id %d version %d 64-bit %d\n", *(uint16_t *)(this->p - 4), this->p[-2], this->p[-1]);
	printf("%d %d %d %d\n", args[0], args[1], args[3], args[4]);
}
