import type { Mark, Tick } from "../chart/marks.ts"
import type { History, SettingsChange } from "./history-documents.ts"
import { actionInWords } from "../monitor/settings-words.ts"
import { zonedFormat } from "../ui/zone.ts"

const clock = zonedFormat({
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
})

const inWords = (from: string, until: string | null) =>
  until === null
    ? `since ${clock.format(new Date(from))}`
    : clock.formatRange(new Date(from), new Date(until))

const seconds = (at: string) => Date.parse(at) / 1000

const spanWords: Record<History["spans"][number]["kind"], string> = {
  PAUSED: "Paused",
  NO_DATA: "No data",
  MAINTENANCE: "Maintenance",
  MUTED: "Muted",
  PARENT_DOWN: "Parent down",
}

/** Outages, maintenances and missing data; mutes suppress alerts only, and are not drawn. */
export function marksOf({ outages, spans }: History): Mark[] {
  const end = Date.now() / 1000
  return [
    ...spans
      .filter(({ kind }) => kind !== "MUTED" && kind !== "PARENT_DOWN")
      .map(({ kind, name, from, until }): Mark => ({
        from: seconds(from),
        until: until === null ? end : seconds(until),
        tone: kind === "MAINTENANCE" ? "maintenance" : "unknown",
        words: `${spanWords[kind]}${name === null ? "" : ` “${name}”`} ${inWords(from, until)}`,
      })),
    ...outages.outages.map(({ level, startedAt, endedAt, findings }): Mark => ({
      from: seconds(startedAt),
      until: endedAt === null ? end : seconds(endedAt),
      tone: level === "OFFLINE" ? "bad" : "warning",
      words: [
        `${level === "OFFLINE" ? "Offline" : "Degraded"} ${inWords(startedAt, endedAt)}`,
        ...findings.map(({ text }) => text),
      ].join(": "),
    })),
  ]
}

const quiet = /\.(muted|unmuted|check_requested)$/

/** Changes of settings, as ticks. */
export const ticksOf = (changes: readonly SettingsChange[]): Tick[] =>
  changes
    .filter(({ action }) => !quiet.test(action))
    .map(({ at, actorName, action }) => ({
      at: seconds(at),
      words: `${actionInWords(action)} by ${actorName}, ${clock.format(new Date(at))}`,
    }))
