/** What a search asks for. Text never becomes SQL: the compiler binds each value as a parameter. */
export type Term =
  | { kind: "all"; terms: Term[] }
  | { kind: "any"; terms: Term[] }
  | { kind: "not"; term: Term }
  | { kind: "text"; text: string; isPhrase: boolean }
  | { kind: "field"; field: string; op: Op; value: string }

export const ops = ["=", "!=", ">=", ">", "<=", "<"] as const
export type Op = (typeof ops)[number]

/** A query that cannot be read; `at` is the place in UTF-16 units. */
export class QueryFault extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(`${message} (at character ${at + 1})`)
    this.at = at
  }
}

const longest = 2000
const mostTerms = 50
const deepest = 10

const token =
  /\s*(?:(\()|(\))|(OR)(?![^\s()])|(AND)(?![^\s()])|(NOT)(?![^\s()])|(-)(?=[^\s])|([A-Za-z_@][\w.\-/@]*)(:|!=|>=|>|<=|<|=)|"((?:[^"\\]|\\.)*)"|([^\s()"]+))/y
const value = /"((?:[^"\\]|\\.)*)"|([^\s()"]+)/y

const unquote = (text: string): string => text.replaceAll(/\\(.)/g, "$1")

/**
 * Reads a search such as `service:cart level>=warn "connection reset" -http.route:/health`. Terms beside each other
 * must all hold; OR, NOT or `-`, and parentheses combine them.
 *
 * @throws {QueryFault}
 */
export function parseQuery(source: string): Term {
  if (source.length > longest)
    throw new QueryFault(`A query has at most ${longest} characters`, longest)
  let at = 0
  let count = 0

  function next(): RegExpExecArray | null {
    token.lastIndex = at
    const found = token.exec(source)
    if (found === null && source.slice(at).trim() !== "") {
      throw new QueryFault("A quotation mark is not closed", at)
    }
    return found
  }

  const peek = () => next()
  function take(found: RegExpExecArray): void {
    at = found.index + found[0].length
  }

  function any(depth: number): Term {
    const terms = [all(depth)]
    for (let found = peek(); found?.[3] !== undefined; found = peek()) {
      take(found)
      terms.push(all(depth))
    }
    return terms.length === 1 && terms[0] !== undefined ? terms[0] : { kind: "any", terms }
  }

  function all(depth: number): Term {
    const terms: Term[] = []
    for (let found = peek(); found !== null; found = peek()) {
      if (found[2] !== undefined || found[3] !== undefined) break
      if (found[4] !== undefined) take(found)
      else terms.push(one(found, depth))
    }
    return terms.length === 1 && terms[0] !== undefined ? terms[0] : { kind: "all", terms }
  }

  function one(found: RegExpExecArray, depth: number): Term {
    take(found)
    count += 1
    if (count > mostTerms)
      throw new QueryFault(`A query has at most ${mostTerms} terms`, found.index)
    if (depth > deepest)
      throw new QueryFault(`Parentheses nest at most ${deepest} deep`, found.index)
    const [, open, , , , not, minus, field, sign, phrase, word] = found
    if (open !== undefined) {
      const inside = any(depth + 1)
      const close = peek()
      if (close?.[2] === undefined) throw new QueryFault("A parenthesis is not closed", found.index)
      take(close)
      return inside
    }
    if (not !== undefined || minus !== undefined) {
      const after = peek()
      if (after === null || after[2] !== undefined || after[3] !== undefined) {
        throw new QueryFault("Something must follow NOT", at)
      }
      return { kind: "not", term: one(after, depth + 1) }
    }
    if (field !== undefined) return { kind: "field", field, op: opOf(sign), value: operand() }
    if (phrase !== undefined) return { kind: "text", text: unquote(phrase), isPhrase: true }
    return { kind: "text", text: word ?? "", isPhrase: false }
  }

  function operand(): string {
    value.lastIndex = at
    const found = value.exec(source)
    if (found === null) throw new QueryFault("A value must follow, without a space", at)
    at += found[0].length
    return found[1] === undefined ? (found[2] ?? "") : unquote(found[1])
  }

  const term = any(0)
  const rest = peek()
  if (rest !== null) throw new QueryFault("A parenthesis was not opened", rest.index)
  return term
}

function opOf(sign: string | undefined): Op {
  return ops.find((one) => one === sign) ?? "="
}
