import { wallOf, zonedFormat } from "./zone.ts"

const parts = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const
const time = zonedFormat(parts)
const dayAndTime = zonedFormat({ month: "short", day: "numeric", ...parts })
const dayMs = 86_400_000

const written = /\b(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?) UTC\b/g

/** "2026-03-30 08:20:00 UTC" → "2026-03-30 08:20:00 UTC (10:20 AM GMT+2)": as written and in the viewer's zone. */
export const withViewerZone = (text: string): string =>
  text.replaceAll(written, (utc: string, date: string, clock: string) => {
    const at = Date.parse(`${date}T${clock}Z`)
    if (Number.isNaN(at)) return utc
    const wall = wallOf(at)
    if (wall === at) return utc
    const isSameDay = Math.floor(wall / dayMs) === Math.floor(at / dayMs)
    return `${utc} (${(isSameDay ? time : dayAndTime).format(at)})`
  })
