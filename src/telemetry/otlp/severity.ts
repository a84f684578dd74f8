const names = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"]

/** Lowest SeverityNumber of what loggers write. */
const numbers: Readonly<Record<string, number>> = {
  trace: 1,
  verbose: 1,
  debug: 5,
  info: 9,
  information: 9,
  notice: 10,
  warn: 13,
  warning: 13,
  error: 17,
  err: 17,
  critical: 21,
  crit: 21,
  fatal: 21,
  panic: 21,
  alert: 21,
  emerg: 21,
  emergency: 21,
}

/** Empty for a number outside 1 to 24. */
export const severityText = (number: number): string => names[Math.ceil(number / 4) - 1] ?? ""

/** 0 for a text that no logger uses. */
export function severityNumber(bytes: Buffer, from: number, to: number): number {
  if (to - from > 16) return 0
  return severityOf(bytes.toString("latin1", from, to)) ?? 0
}

/** The lowest number of a severity by its name in any letter case. */
const severityOf = (name: string): number | undefined =>
  Object.hasOwn(numbers, name.toLowerCase()) ? numbers[name.toLowerCase()] : undefined
