import { limits, OtlpError } from "./otlp-error.ts"

const quote = 34
const backslash = 92
const [comma, brace, bracket] = [44, 123, 91]
const [braceEnd, bracketEnd] = [125, 93]
/** Levels that no reader of OTLP needs; the parser takes long for more. */
const jsonLevels = 2000

/**
 * Refuses a body that would become too many objects before it is parsed.
 *
 * @throws {OtlpError}
 */
export function requireJsonSize(body: Buffer): void {
  const { length } = body
  let values = 0
  let level = 0
  for (let at = 0; at < length; at += 1) {
    const byte = body[at]!
    if (byte === quote) at = endOfText(body, at + 1)
    else if (byte === comma || byte === brace || byte === bracket) {
      values += 1
      if (byte !== comma) level += 1
      if (values > limits.jsonValues) throw tooMany()
      if (level > jsonLevels) {
        throw new OtlpError(400, `The JSON nests deeper than ${jsonLevels} levels.`)
      }
    } else if (byte === braceEnd || byte === bracketEnd) level -= 1
  }
}

/** @returns where the text's second quote is, or the end of a body without one. */
function endOfText(body: Buffer, from: number): number {
  let at = from
  for (; at < body.length; at += 1) {
    const byte = body[at]!
    if (byte === quote) break
    if (byte === backslash) at += 1
  }
  return at
}

const tooMany = () =>
  new OtlpError(
    413,
    `A JSON request takes at most ${limits.jsonValues.toLocaleString("en")} values. Send fewer records at once, or protobuf.`,
  )
