import { channelKinds } from "../../../../channels/channel-kinds.ts"
import type { DeliveryFact, PageFact, TimelineFacts } from "./timeline-facts.ts"
import type { TimelineNode } from "./timeline-node.ts"
import { capital } from "./timeline-node.ts"
import { stepName } from "./step-name.ts"

/** So many targets are listed with their errors. */
const mostListed = 8

/** A step of which no message was accepted before the next one ran; null if one was, or none failed. */
export function tellUnreached(
  { round, ruleOrder }: TimelineFacts["steps"][number],
  until: Date,
  { pages }: TimelineFacts,
): TimelineNode[] | null {
  const own = pages.filter((page) => page.round === round && page.ruleOrder === ruleOrder)
  const isAccepted = ({ state, settledAt }: DeliveryFact) =>
    state === "delivered" && settledAt !== null && settledAt <= until
  if (own.some(({ deliveries }) => deliveries.some(isAccepted))) return null
  const errors = errorsOf(own)
  if (errors === null) return null
  return [
    {
      kind: "pause",
      id: `unreached-${until.getTime()}`,
      at: until,
      outcome: "failed",
      title: `${stepName(round, ruleOrder)} reached nobody`,
      detail: errors,
    },
  ]
}

/** Nobody can be reached: every message failed, those to owners and admins too. */
export function tellUnreachable({ escalation, alert, pages }: TimelineFacts): TimelineNode[] {
  const isOpen = alert.acknowledgedAt === null && alert.resolvedAt === null
  const { unreachableSince = null, lead = null, state } = escalation ?? {}
  if (unreachableSince === null || !isOpen) return []
  const isLed = state === "joined" && lead !== null
  const errors = isLed
    ? `Every message about alert #${lead.number}, which pages for it, failed.`
    : (errorsOf(pages) ?? "No owner or admin has a way to be paged.")
  return [
    {
      kind: "pause",
      id: "unreachable",
      at: unreachableSince,
      outcome: "failed",
      title: "Nobody could be reached",
      detail: `${errors} It is tried again until somebody is reached or acknowledges the alert.`,
    },
  ]
}

/** The errors of each target, once each: `E-mail to Ada: The mail server rejected the address.` */
function errorsOf(pages: PageFact[]): string | null {
  const errors = new Set<string>()
  for (const page of pages) {
    for (const delivery of page.deliveries) {
      const why = delivery.lastError ?? delivery.attempts.findLast(({ error }) => error)?.error
      const target = `${capital(channelKinds[delivery.kind].noun)} to ${page.name ?? "a deleted account"}`
      if (why !== undefined && why !== null) errors.add(`${target}: ${sentence(why)}`)
    }
  }
  if (errors.size === 0) return null
  return [...errors].slice(-mostListed).join(" ")
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
