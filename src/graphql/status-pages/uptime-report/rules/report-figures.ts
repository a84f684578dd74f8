import { percentIn } from "../../../../findings/percent.ts"

/** Rounded down, so that 100% means no downtime; a dash without data. */
export function shareInMail(percent: number | null, locale: string, digits: number): string {
  return percent === null ? "–" : percentIn(locale, percent, { most: digits })
}

/** "2 h 5 min", in the units that every language here writes alike; a dash for none. */
export function durationInMail(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds === 0) return "–"
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
