/** The time zones that the browser knows, as options of a picker. */
export const timeZones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map(
  (value) => ({ value, label: value }),
)
