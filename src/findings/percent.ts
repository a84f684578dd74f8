const formats = new Map<string, Intl.NumberFormat>()

/** Made once: a formatter takes longer to make than to use. */
function formatOf(locale: string, most: number, least: number): Intl.NumberFormat {
  const key = `${locale} ${most} ${least}`
  const made =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit: "percent",
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    })
  formats.set(key, made)
  return made
}

/**
 * "99.9%", "99,9 %": as the locale writes it. Rounded down, so that 100 means no downtime at all.
 *
 * @param percent from 0 to 100.
 */
export function percentIn(
  locale: string,
  percent: number,
  { most = 3, least = 0 }: { most?: number; least?: number } = {},
): string {
  const unit = 10 ** most
  return formatOf(locale, most, least).format(Math.floor(percent * unit + 1e-6) / unit)
}
