// SPDX-License-Identifier: MIT OR Apache-2.0

// Calls every function on each board of a file, and prints the first call whose answer differs.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"reflect"

	"check/pawnfill"
)

func bit(yes bool) uint64 {
	if yes {
		return 1
	}
	return 0
}

// number returns a set, a number or a truth value of any package.
func number(value any) uint64 {
	switch of := reflect.ValueOf(value); of.Kind() {
	case reflect.Bool:
		return bit(of.Bool())
	case reflect.Int:
		return uint64(of.Int())
	default:
		return of.Uint()
	}
}

// panics returns whether a square that is not on the board is an error.
func panics(square uint) (is bool) {
	defer func() { is = recover() != nil }()
	pawnfill.WhiteIsPassed(256, 0, square)
	return false
}

func main() {
	if panics(63) || !panics(64) {
		panic("a square of 64 is no error")
	}
	bytes, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	for row := 0; row < ROWS; row++ {
		answer := func(column int) uint64 {
			return binary.LittleEndian.Uint64(bytes[8*(column*ROWS+row):])
		}
		test := func(name string, column int, found uint64) {
			if found != answer(column) {
				fmt.Println(name, "of position", row, "is", found)
				os.Exit(1)
			}
		}
		white, black, square := pawnfill.Set(answer(0)), pawnfill.Set(answer(1)), uint(answer(2))
		// TESTS
		all := pawnfill.TermsOf(white, black)
		if all.White.Backward != pawnfill.WhiteBackward(white, black) || all.Black.Holes != pawnfill.BlackHoles(white, black) {
			panic("the terms differ")
		}
	}
}
