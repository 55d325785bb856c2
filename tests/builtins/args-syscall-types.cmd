dtrace -lvn syscall::openat:entry | sed -n '/Argument Types/,$p'; dtrace -lvn syscall::write:entry | sed -n '/Argument Types/,$p'
