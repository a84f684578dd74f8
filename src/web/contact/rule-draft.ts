import { viewerZone } from "../ui/zone.ts"
import { kindWord } from "./contact-messages.ts"
import type { RuleChannel, Rules } from "./rule-documents.ts"

export type DraftMethod = { channelId: string; delayMinutes: number }
export type DraftRules = {
  timeZone: string
  quiet: { from: string; until: string } | null
  digestAt: string | null
  high: DraftMethod[]
  low: DraftMethod[]
}

export function draftOf(rules: Rules | null): DraftRules {
  if (rules === null)
    return { timeZone: viewerZone(), quiet: null, digestAt: null, high: [], low: [] }
  const { timeZone, quietFrom, quietUntil, digestAt, methods } = rules
  const of = (wanted: "HIGH" | "LOW") =>
    methods
      .filter(({ urgency }) => urgency === wanted)
      .map(({ channel, delayMinutes }) => ({ channelId: channel.id, delayMinutes }))
  return {
    timeZone,
    quiet:
      quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil },
    digestAt,
    high: of("HIGH"),
    low: of("LOW"),
  }
}

const night = "03:00"

/** Times compare as text; hours that end before they start span midnight. */
const isQuietAt = (time: string, { from, until }: { from: string; until: string }) =>
  until <= from ? time >= from || time < until : time >= from && time < until

/** What an alert at 3 a.m. would do, in a sentence for each urgency. */
export function previewOf(
  { high, low, quiet, digestAt }: DraftRules,
  channels: readonly RuleChannel[],
): { high: string; low: string } {
  const waits = quiet !== null && isQuietAt(night, quiet)
  return {
    high: `At 3 a.m. a high-urgency alert reaches you ${waysInWords(high, channels)}.`,
    low:
      digestAt !== null
        ? `A low-urgency alert waits for the digest at ${digestAt}.`
        : waits
          ? `At 3 a.m. a low-urgency alert waits until ${quiet.until}, then reaches you ${waysInWords(low, channels)}.`
          : `At 3 a.m. a low-urgency alert reaches you ${waysInWords(low, channels)}.`,
  }
}

function waysInWords(methods: DraftMethod[], channels: readonly RuleChannel[]): string {
  const usable = methods.flatMap(({ channelId, delayMinutes }) => {
    const channel = channels.find(({ id }) => id === channelId)
    const isUsable = channel?.enabled === true && channel.verifiedAt !== null
    return isUsable ? [{ word: kindWord(channel.kind), delayMinutes }] : []
  })
  if (usable.length === 0) return "in the default order"
  // If a method is unusable, the others move up so that the first is used at once.
  const first =
    usable.length === methods.length ? 0 : Math.min(...usable.map((one) => one.delayMinutes))
  return usable
    .map(({ word, delayMinutes }) => {
      const minutes = delayMinutes - first
      return `by ${word} ${minutes === 0 ? "at once" : `after ${minutes} min`}`
    })
    .join(", ")
}
