/** The lowest severity number of each level. */
export const levels = {
  trace: 1,
  debug: 5,
  info: 9,
  warn: 13,
  error: 17,
  fatal: 21,
}

/** The lowest number of a level, and 0 for a record without one. */
export const levelNumber = "if(SeverityNumber = 0, 0, intDiv(SeverityNumber - 1, 4) * 4 + 1)"

/** The word of a level, as searches write it; empty for a record without one. */
export const levelName = (sql: string): string =>
  `transform(${sql}, [1, 5, 9, 13, 17, 21], ['trace', 'debug', 'info', 'warn', 'error', 'fatal'], '')`
