import type { ChannelKind } from "../../../../../prisma/generated/enums.ts"
import { channelKinds } from "../../../../channels/channel-kinds.ts"
import type { Finding } from "../../../../findings/finding.ts"
import { askedRuleOrder } from "../../../on-call/escalation/rules/rounds.ts"
import type { DeliveryFact, PageFact, TimelineFacts } from "./timeline-facts.ts"
import type { TimelineNode } from "./timeline-node.ts"

/** So many targets are listed with their errors. */
const mostListed = 8

/** A message, as findings name it. */
export const messageOf = (kind: ChannelKind, { name, isPerson }: PageFact) => ({
  channel: channelKinds[kind].noun,
  recipient: name,
  isPerson,
})

/** What a step of the policy, or a person, did. */
export const stepTitle = (round: number, ruleOrder: number, people: (string | null)[]): Finding =>
  ruleOrder === askedRuleOrder
    ? { code: "people_paged", parameters: { people } }
    : { code: "step_paged", parameters: { round, ruleOrder, people } }

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
  if (errors.length === 0) return null
  return [
    {
      kind: "pause",
      id: `unreached-${until.getTime()}`,
      at: until,
      outcome: "failed",
      title: stepTitle(round, ruleOrder, []),
      findings: errors,
    },
  ]
}

/** Nobody can be reached: every message failed, those to owners and admins too. */
export function tellUnreachable({ escalation, alert, pages }: TimelineFacts): TimelineNode[] {
  const isOpen = alert.acknowledgedAt === null && alert.resolvedAt === null
  const { unreachableSince = null, lead = null, state } = escalation ?? {}
  if (unreachableSince === null || !isOpen) return []
  const errors = errorsOf(pages)
  const why: Finding[] =
    state === "joined" && lead !== null
      ? [{ code: "lead_reached_nobody", parameters: { number: lead.number } }]
      : errors.length > 0
        ? errors
        : [{ code: "no_admin_reachable", parameters: {} }]
  return [
    {
      kind: "pause",
      id: "unreachable",
      at: unreachableSince,
      outcome: "failed",
      title: { code: "nobody_could_be_reached", parameters: {} },
      findings: [...why, { code: "tried_until_reached", parameters: {} }],
    },
  ]
}

/** The errors of each target, once each: `E-mail to Ada: The mail server rejected the address.` */
function errorsOf(pages: PageFact[]): Finding[] {
  const failed = pages.flatMap((page) =>
    page.deliveries.flatMap(({ kind, errors: error }): Finding[] =>
      error.length === 0
        ? []
        : [{ code: "target_failed", parameters: { ...messageOf(kind, page), error } }],
    ),
  )
  const once = new Map(failed.map((one) => [JSON.stringify(one), one]))
  return [...once.values()].slice(-mostListed)
}
