/** "Shop is down", within the 200 characters of a name. */
export function outageTitle(level: "offline" | "degraded", monitorName: string): string {
  const ending = level === "offline" ? " is down" : " is degraded"
  const maxLength = 200 - ending.length
  const name =
    monitorName.length <= maxLength
      ? monitorName
      : `${monitorName.slice(0, maxLength - 1).toWellFormed()}…`
  return name + ending
}
