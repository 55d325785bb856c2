// Functions of Go for golang.sh: stacks that grow and so move, a panic that is recovered, arguments in Go's registers.
package main

import "os"

//go:noinline
func add(a, b int) int { return a + b }

// Takes half a kilobyte of stack for each call.
//go:noinline
func grow(n int) int {
	var pad [512]byte

	pad[n%512] = byte(n)
	if n == 0 {
		return int(pad[0])
	}
	return grow(n-1) + int(pad[n%512]&1)
}

//go:noinline
func fails(n int) int {
	if n%2 == 1 {
		panic("odd")
	}
	return n
}

//go:noinline
func guarded(n int) (r int) {
	defer func() {
		if recover() != nil {
			r = -1
		}
	}()
	return fails(n)
}

func main() {
	done := make(chan int)
	for i := 0; i < 4; i++ {
		go func() {
			s := 0
			for k := 0; k < 10; k++ {
				s += grow(100 + 10*k)
			}
			done <- s
		}()
	}
	sum := 0
	for i := 0; i < 4; i++ {
		sum += <-done
	}
	for i := 0; i < 10; i++ {
		sum += guarded(i) + add(i, 7)
	}
	os.Stdout.WriteString("done\n")
	os.Exit(sum & 1 + 5)
}
