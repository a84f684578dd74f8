import { messageWords } from "./words/message-language.ts"

/** The reader of a message: English and UTC if absent. */
export type Reader = { language?: string; timeZone?: string }

type Styles = Pick<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle">

const formats = new Map<string, Intl.DateTimeFormat>()

function format({ language, timeZone }: Reader, styles: Styles, at: Date): string {
  const { locale } = messageWords(language)
  const key = `${locale} ${timeZone} ${styles.dateStyle} ${styles.timeStyle}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...styles, timeZone })
  formats.set(key, known)
  return known.format(at)
}

const toMinutes = { dateStyle: "medium", timeStyle: "short" } as const
const toSeconds = { dateStyle: "medium", timeStyle: "medium" } as const

const named = (timeZone: string): string => (timeZone === "UTC" ? "UTC" : `(${timeZone})`)

/** "21 Nov 2026, 20:30 (Europe/Berlin)", or "21 Nov 2026, 19:30 UTC". */
export function timeFor(reader: Reader, at: Date, styles: Styles = toMinutes): string {
  const timeZone = reader.timeZone ?? "UTC"
  return `${format({ ...reader, timeZone }, styles, at)} ${named(timeZone)}`
}

/** Both ends, for a sentence: the zone once, and the day once if it is the same. */
export function spanFor(reader: Reader, from: Date, until: Date): { from: string; until: string } {
  const timeZone = reader.timeZone ?? "UTC"
  const zoned = { ...reader, timeZone }
  const day = (at: Date) => format(zoned, { dateStyle: "medium" }, at)
  const end = day(from) === day(until) ? { timeStyle: "short" as const } : toMinutes
  return { from: format(zoned, toMinutes, from), until: timeFor(reader, until, end) }
}

/** A moment in ISO 8601, with its seconds if it has any. */
export function momentFor(reader: Reader, written: string): string {
  const at = new Date(written)
  if (Number.isNaN(at.getTime())) return written
  return timeFor(reader, at, at.getTime() % 60_000 === 0 ? toMinutes : toSeconds)
}
