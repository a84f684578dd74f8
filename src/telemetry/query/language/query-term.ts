/** What a query asks for. Text never becomes SQL: the compiler binds each value as a parameter. */
export type Term =
  | { kind: "all"; terms: Term[] }
  | { kind: "any"; terms: Term[] }
  | { kind: "not"; term: Term }
  | { kind: "text"; text: string; isPhrase: boolean; at: number }
  | { kind: "field"; field: string; op: Op; value: string; at: number }

export const ops = ["=", "!=", ">=", ">", "<=", "<"] as const
export type Op = (typeof ops)[number]

/** Bounds of one query: characters, words and fields, and nested parentheses. */
export const queryBounds = { characters: 2000, terms: 50, depth: 10 }

/** A query that cannot be read, with what to write instead; `at` is the place in UTF-16 units. */
export class QueryFault extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(`${message} (at character ${at + 1})`)
    this.at = at
  }
}
