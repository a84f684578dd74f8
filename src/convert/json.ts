/** Reads one JSON value, or several that follow each other: JSON lines, or pages one after another. */
export function readJson(
  text: string,
): { values: unknown[]; fault: null } | { values: null; fault: string } {
  const whole = parse(text)
  if (whole !== null) return { values: [whole.value], fault: null }
  const values: unknown[] = []
  for (const { from, to } of topLevel(text)) {
    const part = parse(text.slice(from, to))
    if (part === null)
      return { values: null, fault: `the value on ${lineOf(text, from)} is broken` }
    values.push(part.value)
  }
  return values.length > 0
    ? { values, fault: null }
    : { values: null, fault: "it is cut off, or not JSON at all" }
}

/** The parser's own message quotes the text, which may hold secrets, and is left unsaid. */
function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // Told by the caller, without the text.
    return null
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
