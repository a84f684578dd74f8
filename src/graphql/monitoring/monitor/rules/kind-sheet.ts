import type { MonitorKind } from "../../../../../prisma/generated/enums.ts"
import { defaultsOf, kinds } from "./monitor-kinds.ts"
import { printInterval } from "./monitor-interval.ts"
import { settings as settingsSchema } from "./monitor-settings.ts"

const { method, maxRedirects } = settingsSchema.parse({})

/** What each kind of monitor is, without its functions: the content of `schema/monitor-kinds.json`. */
export const kindSheet = () =>
  Object.fromEntries(
    Object.entries(kinds).map(([kind, record]) => {
      const { title, hint, checkedBy, required, optional, examples, assertions } = record
      const measures = record.measures ?? []
      const example = { name: examples.name, host: examples.host ?? "", url: examples.url ?? "" }
      const defaults = sheetDefaults(kind as MonitorKind)
      return [
        kind,
        { title, hint, checkedBy, required, optional, defaults, example, assertions, measures },
      ]
    }),
  )

/** Null for a field that the kind lacks or that has no default. */
function sheetDefaults(kind: MonitorKind) {
  const { port = null, heartbeatGraceMinutes = null, interval, ...others } = defaultsOf(kind)
  const { timeoutSeconds, failureThreshold, recoveryThreshold, flapWindowMinutes } = others
  return {
    interval: printInterval(interval),
    timeoutSeconds,
    failureThreshold,
    recoveryThreshold,
    flapWindowMinutes,
    port,
    heartbeatGraceMinutes,
    method,
    maxRedirects,
  }
}
