import type { Finding } from "../../src/findings/finding.ts"
import { reasonOf, say } from "../../src/findings/say.ts"

/** The English text of findings; null if there are none. */
export const said = (one: { findings?: Finding[] } | null | undefined): string | null =>
  reasonOf(one?.findings ?? [])

/** Stands in an expected value for findings, or one, whose English text is, or matches, `words`. */
export const saying = (words: string | RegExp): unknown => ({
  asymmetricMatch(found: Finding | Finding[]) {
    const text = say(Array.isArray(found) ? found : [found])
    return words instanceof RegExp ? words.test(text) : words === text
  },
  $$typeof: Symbol.for("jest.asymmetricMatcher"),
  toAsymmetricMatcher: () => `findings that say ${String(words)}`,
})
