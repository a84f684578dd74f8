/** Numbers compared as they are written, because a double holds neither 2^53 + 1 nor 0.1. */

type Decimal = { sign: -1 | 0 | 1; digits: string; exponent: number }

/** Null if the text is no decimal number, with or without an exponent. */
function readDecimal(text: string): Decimal | null {
  const [, minus, whole = "", fraction = "", power = "0"] =
    /^\s*(?:(-)|\+)?(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?\s*$/i.exec(text) ?? []
  if (whole + fraction === "") return null
  const all = whole + fraction
  const from = all.search(/[1-9]/)
  if (from === -1) return { sign: 0, digits: "", exponent: 0 }
  const digits = all.slice(from).replace(/0+$/, "")
  // The value is 0.digits times ten to this power.
  return { sign: minus === "-" ? -1 : 1, digits, exponent: whole.length - from + Number(power) }
}

export const isDecimal = (text: string): boolean => readDecimal(text) !== null

/** Negative, zero or positive, exactly; null if one of the texts is no number. */
export function compareDecimals(one: string, other: string): number | null {
  const [a, b] = [readDecimal(one), readDecimal(other)]
  if (a === null || b === null) return null
  if (a.sign !== b.sign || a.sign === 0) return a.sign - b.sign
  if (a.exponent !== b.exponent) return a.exponent < b.exponent ? -a.sign : a.sign
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -a.sign : a.sign
}
