import type { Finding } from "../../../../findings/finding.ts"
import { say } from "../../../../findings/say.ts"

type Level = "offline" | "degraded"

const titled = (level: Level, monitor: string): Finding => ({
  code: level === "offline" ? "monitor_offline" : "monitor_degraded",
  parameters: { monitor },
})

const mostFor = (level: Level): number => 200 - say([titled(level, "")]).length
const most = { offline: mostFor("offline"), degraded: mostFor("degraded") }

/** "Shop is down", in English within the 200 characters of a name. */
export function outageTitle(level: Level, monitorName: string): Finding {
  const isLong = monitorName.length > most[level]
  const cut = `${monitorName.slice(0, most[level] - 1).toWellFormed()}…`
  return titled(level, isLong ? cut : monitorName)
}
