import type { Finding } from "../../../../findings/finding.ts"
import type { SenderEvent } from "../../../../senders/sender-event.ts"

/** The open alert that an event concerns. */
export type OpenAlert = {
  id: string
  number: number
  title: string
  incidentId: string | null
  isAcknowledged: boolean
  isSnoozed: boolean
  /** Whether a person set its state, which a sender does not change then. */
  isManual: boolean
  /** When it began, if its sender says so. */
  sentAt: Date | null
}

export type Effect = "raise" | "repeat" | "acknowledge" | "resolve" | "none"

type Decided = { effect: Effect; finding: Finding | null }

/**
 * What an event does. At most one alert of a deduplication key is open: a trigger repeats it, and never pages again;
 * what ends it concerns this alert only.
 */
export function decideEvent(event: SenderEvent, open: OpenAlert | null): Decided {
  if (event.action === "change") {
    const { summary } = event
    return { effect: "none", finding: { code: "change_event_recorded", parameters: { summary } } }
  }
  // The number is known when it is raised.
  if (event.action === "trigger" && open === null) return { effect: "raise", finding: null }
  if (open === null) return ignored(null, "no_alert")
  const { number } = open
  if (event.action === "trigger") {
    const state = open.isAcknowledged ? "acknowledged" : open.isSnoozed ? "snoozed" : "triggered"
    return { effect: "repeat", finding: { code: "event_repeated", parameters: { number, state } } }
  }
  if (event.action === "acknowledge") {
    if (open.isAcknowledged) return ignored(number, "already_acknowledged")
    return {
      effect: "acknowledge",
      finding: { code: "event_acknowledged", parameters: { number } },
    }
  }
  if (open.isManual) return ignored(number, "state_set")
  const isOlder = event.at !== null && open.sentAt !== null && event.at < open.sentAt
  if (isOlder) return ignored(number, "older")
  return { effect: "resolve", finding: { code: "event_resolved", parameters: { number } } }
}

type Ignored = Extract<Finding, { code: "event_ignored" }>["parameters"]

const ignored = (number: number | null, why: Ignored["why"]): Decided => ({
  effect: "none",
  finding: { code: "event_ignored", parameters: { number, why } },
})
