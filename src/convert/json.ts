type Read = { values: unknown[]; fault: null } | { values: null; fault: string }

/** Reads one JSON value, or several that follow each other: JSON lines, or pages one after another. */
export function readJson(text: string): Read {
  const whole = parse(text)
  if (whole.fault === null) return { values: [whole.value], fault: null }
  const spans = topLevel(text)
  if (spans.length < 2) return { values: null, fault: whole.fault }
  const values: unknown[] = []
  for (const { from, to } of spans) {
    const part = parse(text.slice(from, to))
    if (part.fault !== null)
      return { values: null, fault: `in what begins on ${lineOf(text, from)}` }
    values.push(part.value)
  }
  return { values, fault: null }
}

/** The parser's own message quotes the text, which may hold secrets: only the place is taken from it. */
function parse(text: string): { value: unknown; fault: null } | { fault: string } {
  try {
    return { value: JSON.parse(text), fault: null }
  } catch (error) {
    const [place] = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "") ?? []
    return { fault: place === undefined ? "it is cut off" : `at ${place}` }
  }
}

/** Where the objects and lists at the top begin and end; whatever stands between them belongs to the next. */
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

const leadingBlanks = (text: string, from: number): number => {
  let at = from
  while (at < text.length && /\s/.test(text[at] ?? "")) at++
  return at - from
}

const lineOf = (text: string, at: number): string => `line ${text.slice(0, at).split("\n").length}`
