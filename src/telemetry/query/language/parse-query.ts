import { QueryFault, queryBounds, type Term } from "./query-term.ts"
import { tokenizeQuery, type Token } from "./tokenize-query.ts"

/**
 * Parses a query such as `service:cart level>=warn "connection reset" -path:/health`. Terms beside each other must
 * all hold; OR, NOT or `-`, and parentheses combine them. `service:(cart OR mail)` is one field with several values.
 *
 * @throws {QueryFault}
 */
export function parseQuery(source: string): Term {
  const tokens = tokenizeQuery(source)
  let position = 0
  let count = 0

  const peek = (): Token | undefined => tokens[position]
  const isNext = (...kinds: Token["kind"][]): boolean => {
    const token = peek()
    return token !== undefined && kinds.includes(token.kind)
  }

  function parseAny(depth: number, one: (depth: number) => Term): Term {
    const terms = [parseAll(depth, one)]
    while (isNext("or")) {
      const { at } = take()
      if (peek() === undefined || isNext("close", "or")) {
        throw new QueryFault("Something must follow OR, such as level:warn OR level:error", at)
      }
      terms.push(parseAll(depth, one))
    }
    return single(terms, "any")
  }

  function parseAll(depth: number, one: (depth: number) => Term): Term {
    const terms: Term[] = []
    while (peek() !== undefined && !isNext("close", "or")) {
      if (isNext("and")) take()
      else terms.push(one(depth))
    }
    if (terms.length === 0 && isNext("or")) {
      throw new QueryFault(
        "Something must precede OR, such as level:warn OR level:error",
        placeOf(),
      )
    }
    return single(terms, "all")
  }

  function parseOne(depth: number): Term {
    const token = take()
    bound(token.at, depth)
    switch (token.kind) {
      case "open":
        return group(token.at, depth, parseOne)
      case "not":
        return negate(token.at, depth, parseOne)
      case "field":
        return fieldTerm(token, depth)
      case "text":
        return { kind: "text", text: token.text, isPhrase: token.isPhrase, at: token.at }
      case "value":
      case "close":
      case "or":
      case "and":
        throw new QueryFault("This word cannot stand here: put it in quotation marks", token.at)
    }
  }

  function fieldTerm({ field, op, at }: Token & { kind: "field" }, depth: number): Term {
    const value = take()
    if (value.kind === "value") return { kind: "field", field, op, value: value.value, at }
    const valueOf = (inner: number): Term => {
      const token = take()
      bound(token.at, inner)
      if (token.kind === "open") return group(token.at, inner, valueOf)
      if (token.kind === "not") return negate(token.at, inner, valueOf)
      if (token.kind === "text") return { kind: "field", field, op, value: token.text, at }
      throw new QueryFault(
        `Only values can stand in the parentheses of ${field}, such as ${field}:(a OR b)`,
        token.at,
      )
    }
    return group(value.at, depth, valueOf)
  }

  function group(at: number, depth: number, one: (depth: number) => Term): Term {
    const inside = parseAny(depth + 1, one)
    if (!isNext("close")) {
      throw new QueryFault("A parenthesis is not closed: add ) after the last term", at)
    }
    take()
    return inside
  }

  function negate(at: number, depth: number, one: (depth: number) => Term): Term {
    if (peek() === undefined || isNext("close", "or", "and")) {
      throw new QueryFault("Something must follow NOT, such as NOT service:cart", at)
    }
    return { kind: "not", term: one(depth + 1) }
  }

  function take(): Token {
    const token = peek()
    if (token === undefined) throw new QueryFault("The query ends too early", source.length)
    position += 1
    return token
  }

  function bound(at: number, depth: number): void {
    count += 1
    if (count > queryBounds.terms) {
      throw new QueryFault(`A query has at most ${queryBounds.terms} terms`, at)
    }
    if (depth > queryBounds.depth) {
      throw new QueryFault(`Parentheses nest at most ${queryBounds.depth} deep`, at)
    }
  }

  const placeOf = (): number => peek()?.at ?? source.length

  const term = parseAny(0, parseOne)
  if (peek() !== undefined) {
    throw new QueryFault('A parenthesis was not opened: remove it or write ")"', placeOf())
  }
  return term
}

const single = (terms: Term[], kind: "all" | "any"): Term =>
  terms.length === 1 && terms[0] !== undefined ? terms[0] : { kind, terms }
