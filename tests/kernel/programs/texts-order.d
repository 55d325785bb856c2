/* whole */
/* Strings are compared by their bytes, up to strsize. */
#pragma D option strsize=16
syscall::write:entry
/pid == $target && arg2 == 10/
{
	this->text = copyinstr(arg1);
	@less[this->text < "text 0003", this->text <= "text 0003"] = count();
	@more[this->text > "text 0003", this->text >= "text 0003"] = count();
	@same["text 0003" == this->text, "text" != this->text] = count();
	@name[this->text < execname, execname < this->text, execname == this->text] = count();
	@long[this->text < "text 0003 and more than a string has room for"] = count();
	@none[this->text > "", "" >= this->text, this->text < "text\xff"] = count();
}
