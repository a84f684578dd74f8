import { ops, QueryFault, queryBounds, type Op } from "./query-term.ts"

export type Token = { at: number } & (
  | { kind: "open" | "close" | "or" | "and" | "not" }
  | { kind: "field"; field: string; op: Op }
  /** The value of the field before it. */
  | { kind: "value"; value: string }
  | { kind: "text"; text: string; isPhrase: boolean }
)

const space = /\s+/y
const field = /([A-Za-z_@][\w.\-/@]*)(:>=|:<=|:>|:<|:|!=|>=|<=|>|<|=)/y
const phrase = /"((?:[^"\\]|\\.)*)"/y
const word = /[^\s()"]+/y

const keywords = new Map([
  ["OR", "or"],
  ["AND", "and"],
  ["NOT", "not"],
] as const)
type Keyword = Parameters<typeof keywords.get>[0]

const unquote = (text: string): string => text.replaceAll(/\\(.)/g, "$1")

const opOf = (sign: string): Op =>
  ops.find((one) => one === sign || (sign.length > 1 && `:${one}` === sign)) ?? "="

/** Splits a query into its words. @throws {QueryFault} */
export function tokenizeQuery(source: string): Token[] {
  if (source.length > queryBounds.characters) {
    throw new QueryFault(
      `A query has at most ${queryBounds.characters} characters`,
      queryBounds.characters,
    )
  }
  const tokens: Token[] = []
  let at = 0

  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found !== null) at = pattern.lastIndex
    return found
  }

  function readValue(after: string): void {
    const start = at
    // A list of values: the parser reads it like a group.
    if (source[at] === "(") return
    const quoted = match(phrase)
    const bare = quoted === null ? match(word) : null
    if (quoted === null && bare === null) {
      if (source[at] === '"') throw unclosed(at)
      throw new QueryFault(
        `A value must follow ${after} without a space, such as ${after}value or ${after}"two words"`,
        at,
      )
    }
    const value = quoted === null ? (bare?.[0] ?? "") : unquote(quoted[1] ?? "")
    tokens.push({ kind: "value", value, at: start })
  }

  while (at < source.length) {
    if (match(space) !== null) continue
    const start = at
    const sign = source[at]
    if (sign === "(" || sign === ")") {
      tokens.push({ kind: sign === "(" ? "open" : "close", at })
      at += 1
      continue
    }
    const next = source[at + 1] ?? " "
    if (sign === "-" && !/\s/.test(next)) {
      tokens.push({ kind: "not", at })
      at += 1
      continue
    }
    const named = match(field)
    if (named !== null) {
      const [whole, name = "", op = ""] = named
      tokens.push({ kind: "field", field: name, op: opOf(op), at: start })
      readValue(whole)
      continue
    }
    const quoted = match(phrase)
    if (quoted !== null) {
      tokens.push({ kind: "text", text: unquote(quoted[1] ?? ""), isPhrase: true, at: start })
      continue
    }
    if (sign === '"') throw unclosed(start)
    const text = match(word)?.[0] ?? ""
    const keyword = keywords.get(text as Keyword)
    tokens.push(
      keyword === undefined
        ? { kind: "text", text, isPhrase: false, at: start }
        : { kind: keyword, at: start },
    )
  }
  return tokens
}

const unclosed = (at: number) =>
  new QueryFault(
    'A quotation mark is not closed: write "two words", or \\" for the mark itself',
    at,
  )
