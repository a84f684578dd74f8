/** The escapes of `$'…'` in bash. */
const escapes: Record<string, string> = {
  n: "\n",
  r: "\r",
  t: "\t",
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  f: "\f",
  v: "\v",
}

/**
 * Splits a command into words as a POSIX shell would, with `$'…'` as browsers copy it. Expands no variables.
 * @returns null if a quote is not closed.
 */
export function shellWords(command: string): string[] | null {
  const text = command.replaceAll(/\\\r?\n/g, " ")
  const words: string[] = []
  let word: string | null = null
  let at = 0

  /** Up to the closing quote; null if there is none. */
  function quoted(quote: string, unescape: (escaped: string) => string | null): string | null {
    let read = ""
    for (; at < text.length; at += 1) {
      const sign = text.charAt(at)
      if (sign === quote) return read
      const next = sign === "\\" ? unescape(text.charAt(at + 1)) : null
      if (next === null) read += sign
      else {
        read += next
        at += 1
      }
    }
    return null
  }

  for (; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (/\s/.test(sign)) {
      if (word !== null) words.push(word)
      word = null
      continue
    }
    const isAnsi = sign === "$" && text.charAt(at + 1) === "'"
    let part: string | null = sign
    if (isAnsi) {
      at += 2
      part = quoted("'", (escaped) => ansi(escaped))
    } else if (sign === "'") {
      at += 1
      part = quoted("'", () => null)
    } else if (sign === '"') {
      at += 1
      part = quoted('"', (escaped) => ('"\\$`'.includes(escaped) ? escaped : null))
    } else if (sign === "\\") {
      at += 1
      part = text.charAt(at)
    }
    if (part === null) return null
    word = (word ?? "") + part
  }
  if (word !== null) words.push(word)
  return words

  /** `at` is at the backslash; longer escapes move it. */
  function ansi(escaped: string): string {
    const [whole, hex] = /^[ux]([\da-f]{1,4})/i.exec(text.slice(at + 1, at + 6)) ?? []
    if (whole === undefined || hex === undefined) return escapes[escaped] ?? escaped
    at += whole.length - 1
    return String.fromCharCode(Number.parseInt(hex, 16))
  }
}
