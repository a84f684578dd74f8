const nanoseconds = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 }

const isUnit = (text: string): text is keyof typeof nanoseconds => Object.hasOwn(nanoseconds, text)

/** Nanoseconds of a duration such as `500ms` or `1.5s`; null if it has no unit. */
export function readDuration(text: string): number | null {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?|\.\d+)([a-zµ]+)$/.exec(text) ?? []
  return number === undefined || !isUnit(unit) ? null : Number(number) * nanoseconds[unit]
}
