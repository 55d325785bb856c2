/* whole */
syscall::sched_get_priority_max:entry
/pid == $target && arg1 != 5 && (arg0 > 100 || arg0 < -100)/
{
	this->a = arg0 * 3 + arg2;
	this->b = this->a ^ (arg0 << (arg2 & 63));
	this->c = (int)this->b;
	this->d = (unsigned char)(this->c >> 3);
	@[this->d] = sum(this->a - ~this->b);
	@u = sum((unsigned int)arg0 >> 5);
	@s = sum((int)arg0 >> 5);
	@cmp = sum((arg0 < arg1) + 2 * (arg0 <= arg2) + 4 * ((uint64_t)arg0 > 10) + 8 * !arg1);
	@and = sum(arg0 && arg1 ? arg0 & arg1 : arg0 | arg2);
}
