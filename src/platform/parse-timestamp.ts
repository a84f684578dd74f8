import pg from "pg"

const { TIMESTAMPTZ } = pg.types.builtins
const parseAny: (text: string) => Date | number | null = pg.types.getTypeParser(TIMESTAMPTZ)

/**
 * Parses a timestamptz. Times in UTC, which sessions with the usual time zone get, are read digit by digit: the driver's
 * regular expressions are a large share of the cost of a list.
 */
export function parseTimestamp(text: string): Date | number | null {
  return isUtc(text) ? new Date(readUtc(text)) : parseAny(text)
}

/** A timestamptz as ISO 8601 with milliseconds, without parsing a date if it is in UTC, which lacks trailing zeros. */
export function isoTimestamp(text: string): string {
  if (!isUtc(text)) return new Date(parseAny(text) ?? Number.NaN).toISOString()
  const decimals = text.slice(20, -3)
  const ms = decimals.length < 3 ? decimals.padEnd(3, "0") : decimals.slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${ms}Z`
}

/** As in 2026-11-28 12:00:00.123456+00, with up to six decimals; years after 9999 and those BC are longer. */
const isUtc = (text: string): boolean =>
  text.length >= 22 &&
  text.length <= 29 &&
  text.endsWith("+00") &&
  text[4] === "-" &&
  text[10] === " " &&
  text[0] !== "0"

function readUtc(text: string): number {
  const at = (start: number): number =>
    text.charCodeAt(start) * 10 + text.charCodeAt(start + 1) - 528
  const digit = (place: number): number =>
    place < text.length - 3 ? text.charCodeAt(place) - 48 : 0
  const ms = digit(20) * 100 + digit(21) * 10 + digit(22)
  return Date.UTC(at(0) * 100 + at(2), at(5) - 1, at(8), at(11), at(14), at(17), ms)
}
