// SPDX-License-Identifier: MIT OR Apache-2.0

// Calls every function on each board of a file, and prints the first call whose answer differs.
package main

import (
	"encoding/binary"
	"fmt"
	"os"

	"check/pawnfill"
)

func bit(yes bool) uint64 {
	if yes {
		return 1
	}
	return 0
}

func main() {
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
		white, black, square := answer(0), answer(1), uint(answer(2))
		// TESTS
		all := pawnfill.StructureOf(white, black)
		if all.White.Backward != pawnfill.WhiteBackward(white, black) || all.Black.Holes != pawnfill.BlackHoles(white, black) {
			panic("the structure differs")
		}
	}
}
