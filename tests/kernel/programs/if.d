/* whole */
this int64_t x;

syscall::getpgid:entry
/pid == $target/
{
	if (arg1 > 4) {
		@above["above"] = count();
		this->x = 1;
	} else if (arg1 == 3) {
		@["three"] = sum(arg0);
		this->x = 2;
	} else {
		this->x = arg2;
	}
	@x = sum(this->x);
}

syscall::getpgid:return
/pid == $target/
{
	this->x = this->x ? this->x : 5;
	@y = sum(this->x);
}
