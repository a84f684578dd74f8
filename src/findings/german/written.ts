import type { writtenCodes } from "../codes/written.ts"
import type { WordsOf } from "../words.ts"
import { germanText } from "./german-text.ts"

export const written: WordsOf<typeof writtenCodes> = {
  as_written: ({ text }) => germanText(text),
}
