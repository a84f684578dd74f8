/** Deeper JSON is no alert, and what walks it could run out of stack. */
const deepest = 64

/** Whether JSON text nests deeper, before it is parsed. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const one = text.charCodeAt(at)
    if (isText) {
      if (one === backslash) at += 1
      else if (one === quote) isText = false
    } else if (one === quote) isText = true
    else if (one === brace || one === bracket) {
      depth += 1
      if (depth > deepest) return true
    } else if (one === braceEnd || one === bracketEnd) depth -= 1
  }
  return false
}

const [quote, backslash, brace, braceEnd, bracket, bracketEnd] = [34, 92, 123, 125, 91, 93]

/** A body of any content type as JSON; an error for the sender if it is none. */
export function readPayload(text: string): { body: unknown } | { fault: string } {
  if (text.trim() === "") return { fault: "The body is empty; send a JSON object." }
  if (isTooDeep(text)) return { fault: `The body is nested deeper than ${deepest} levels.` }
  try {
    return { body: JSON.parse(text) as unknown }
  } catch {
    // The engine's message would repeat the body, which may hold the key.
    return { fault: "The body is not valid JSON." }
  }
}
