/** "Shop is down", within the 200 characters of a name. */
export function outageTitle(level: "offline" | "degraded", monitorName: string): string {
  const ending = level === "offline" ? " is down" : " is degraded"
  const room = 200 - ending.length
  const name =
    monitorName.length <= room ? monitorName : `${monitorName.slice(0, room - 1).toWellFormed()}…`
  return name + ending
}
