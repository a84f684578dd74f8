import type { writtenCodes } from "../codes/written.ts"
import type { WordsOf } from "../words.ts"

export const written: WordsOf<typeof writtenCodes> = {
  as_written: ({ text }) => text,
  unknown_code: ({ code }) => `Diese Version hat keine Worte für "${code}".`,
}
