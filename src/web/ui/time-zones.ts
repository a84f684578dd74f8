let known: readonly { value: string; label: string }[] | undefined

/** The time zones that the browser knows, as options of a picker. Listed on demand, because that is slow. */
export function timeZones() {
  known ??= [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map((value) => ({
    value,
    label: value,
  }))
  return known
}
