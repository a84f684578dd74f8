import type { Finding } from "../../../../findings/finding.ts"
import { say } from "../../../../findings/say.ts"

const mostCharacters = 200

/** "Shop is down", in English within the 200 characters of a name. */
export function outageTitle(level: "offline" | "degraded", monitorName: string): Finding {
  const titled = (monitor: string): Finding => ({
    code: level === "offline" ? "monitor_offline" : "monitor_degraded",
    parameters: { monitor },
  })
  const most = mostCharacters - say([titled("")]).length
  return titled(
    monitorName.length <= most ? monitorName : `${monitorName.slice(0, most - 1).toWellFormed()}…`,
  )
}
