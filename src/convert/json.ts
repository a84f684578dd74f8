import { mostMonitors, tooMany } from "./conversion.ts"

export const mostDepth = 100

type Read = { values: unknown[]; fault: null } | { values: null; fault: string }

/** Parses one JSON value, or several in sequence: JSON lines, or concatenated pages. */
export function readJson(text: string): Read {
  const whole = parse(text)
  if (whole.fault === null) return { values: [whole.value], fault: null }
  const spans = topLevel(text)
  if (spans.length > mostMonitors) throw tooMany()
  if (spans.length < 2) return { values: null, fault: whole.fault }
  const values: unknown[] = []
  for (const { from, to } of spans) {
    const part = parse(text.slice(from, to))
    if (part.fault !== null)
      return { values: null, fault: `in the value that starts on ${lineOf(text, from)}` }
    values.push(part.value)
  }
  return { values, fault: null }
}

/** The parser's message quotes the text, which may contain secrets: only the position is used. */
function parse(text: string): { value: unknown; fault: null } | { fault: string } {
  try {
    return { value: JSON.parse(text), fault: null }
  } catch (error) {
    const [place] = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "") ?? []
    return { fault: place === undefined ? "it is incomplete" : `at ${place}` }
  }
}

/** Ranges of the top-level objects and lists; text between them belongs to the next. */
function topLevel(text: string): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  let [depth, from, isText] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isText) {
      if (sign === "\\") at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === "{" || sign === "[") depth++
    else if (sign === "}" || sign === "]") {
      depth--
      if (depth !== 0) continue
      spans.push({ from: from + leadingBlanks(text, from), to: at + 1 })
      from = at + 1
    }
  }
  const rest = text.slice(from)
  return rest.trim() === ""
    ? spans
    : [...spans, { from: from + leadingBlanks(text, from), to: text.length }]
}

/** Whether values are nested deeper than any real export. */
export function isDeep(text: string): boolean {
  let [depth, isText] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (isText) {
      if (sign === backslash) at++
      else if (sign === quote) isText = false
    } else if (sign === quote) isText = true
    else if (sign === brace || sign === bracket) {
      if (++depth > mostDepth) return true
    } else if (sign === brace + 2 || sign === bracket + 2) depth--
  }
  return false
}

const [quote, backslash, brace, bracket] = [0x22, 0x5c, 0x7b, 0x5b]

const leadingBlanks = (text: string, from: number): number => {
  let at = from
  while (at < text.length && /\s/.test(text[at] ?? "")) at++
  return at - from
}

const lineOf = (text: string, at: number): string => `line ${text.slice(0, at).split("\n").length}`
