/** Rounded down, so that 100 % means no downtime; a dash without data. */
export function shareInMail(percent: number | null, locale: string, digits: number): string {
  if (percent === null) return "–"
  const unit = 10 ** digits
  const floored = Math.floor(percent * unit + 1e-6) / unit
  const format = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "percent",
    maximumFractionDigits: digits,
  })
  return format.format(floored)
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
