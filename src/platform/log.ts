import { pino, type DestinationStream } from "pino"
import { printableJson } from "./shown-text.ts"
import { logTap } from "./tracing.ts"

/** Structured lines on standard error, which keep a command's standard output clean. */
export type Log = ReturnType<typeof createLog>

const secret = ["authorization", "cookie", "password", "secret", "token", "key"]

/** @param destination replaces standard error. */
export function createLog(level: string, role: string, destination?: DestinationStream) {
  const tap = logTap()
  const copy = (line: string) => {
    const printable = printableJson(line)
    tap?.(printable)
    return printable
  }
  return pino(
    {
      hooks: { streamWrite: copy },
      level,
      base: { role },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), censor: "[hidden]" },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  )
}
