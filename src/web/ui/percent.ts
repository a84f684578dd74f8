const format = new Intl.NumberFormat(undefined, {
  style: "unit",
  unit: "percent",
  maximumFractionDigits: 3,
})

/**
 * "99.9%", "99,9 %": as the reader's locale writes it. Rounded down, so that 100 means no downtime at all.
 *
 * @param percent from 0 to 100.
 */
export function percentInWords(percent: number | null, digits = 3): string {
  if (percent === null) return "–"
  const unit = 10 ** digits
  return format.format(Math.floor(percent * unit + 1e-6) / unit)
}
