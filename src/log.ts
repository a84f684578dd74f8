import { pino } from "pino"

/** Structured lines on standard error, so that a command's own output stays clean. */
export type Log = ReturnType<typeof createLog>

const secret = ["authorization", "cookie", "password", "secret", "token", "key"]

export function createLog(level: string, role: string) {
  return pino(
    {
      level,
      base: { role },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), censor: "[hidden]" },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
