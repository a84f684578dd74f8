import { channelKinds } from "../../../../channels/channel-kinds.ts"
import type { cancelReasons, messageStates } from "../../../../findings/codes/timeline.ts"
import type { Finding } from "../../../../findings/finding.ts"
import { proofWaitSeconds } from "../../../on-call/escalation/rules/mass-failure.ts"
import type { DeliveryFact, PageFact, TimelineFacts } from "./timeline-facts.ts"
import type { TimelineNode, TimelineOutcome } from "./timeline-node.ts"
import { messageOf, stepTitle, tellUnreachable, tellUnreached } from "./tell-reach.ts"

/** The escalation of an alert: its policy, steps, pages and deliveries. */
export function tellPaging(facts: TimelineFacts): TimelineNode[] {
  const { escalation, steps, pages } = facts
  if (escalation === null) return []
  return [
    tellPolicy(escalation, facts),
    ...steps.flatMap((step, at) => {
      const before = steps[at - 1]
      const own = pages.filter(
        ({ round, ruleOrder }) => round === step.round && ruleOrder === step.ruleOrder,
      )
      const waited =
        before === undefined
          ? []
          : (tellUnreached(before, step.at, facts) ?? tellUnanswered(before.at, step.at, facts))
      return [...waited, tellStep(step, own), ...own.flatMap((page) => tellPage(page, facts))]
    }),
    ...tellPause(facts),
    ...tellEnd(facts),
    ...tellUnreachable(facts),
  ]
}

type Words = { title: Finding; findings: Finding[] }

function policyOf({
  lead,
  policyName,
  state,
  mass,
}: NonNullable<TimelineFacts["escalation"]>): Words {
  if (state === "joined" && lead !== null)
    return { title: { code: "not_paged_itself", parameters: {} }, findings: [lead.why] }
  if (policyName === null) {
    return {
      title: { code: "no_policy", parameters: {} },
      findings: [{ code: "admins_without_policy", parameters: {} }],
    }
  }
  const waited = mass && { ...mass, waitSeconds: proofWaitSeconds }
  return {
    title: { code: "policy_started", parameters: { policy: policyName } },
    findings: waited === null ? [] : [{ code: "most_monitors_failed", parameters: waited }],
  }
}

function tellPolicy(
  escalation: NonNullable<TimelineFacts["escalation"]>,
  { alert }: TimelineFacts,
): TimelineNode {
  const lead = escalation.state === "joined" ? escalation.lead : null
  return {
    kind: "escalation",
    id: "escalation",
    at: alert.createdAt,
    outcome: lead === null ? "done" : "skipped",
    ...policyOf(escalation),
    policyName: escalation.policyName,
    leadId: lead?.id ?? null,
  }
}

const tellStep = (
  { round, ruleOrder, found, at }: TimelineFacts["steps"][number],
  pages: PageFact[],
): TimelineNode => ({
  kind: "step",
  id: `step-${round}-${ruleOrder}`,
  at,
  outcome: pages.length === 0 ? "skipped" : "done",
  title: stepTitle(
    round,
    ruleOrder,
    pages.map(({ name }) => name),
  ),
  findings: found,
  round,
  ruleOrder,
})

const pause = (id: string, at: Date, title: Finding, findings: Finding[] = []): TimelineNode => ({
  kind: "pause",
  id,
  at,
  outcome: "skipped",
  title,
  findings,
})

/** After these, a step did not run because nobody answered. */
const answers: ReadonlySet<string> = new Set([
  "alert.acknowledged",
  "alert.escalated",
  "alert.snoozed",
  "alert.paged",
])

function tellUnanswered(
  from: Date,
  until: Date,
  { alert, changes }: TimelineFacts,
): TimelineNode[] {
  const ms = until.getTime() - from.getTime()
  const isAnswered = changes.some(({ action, at }) => {
    return answers.has(action) && at >= from && at <= until
  })
  const acknowledgedAt = alert.acknowledgedAt ?? until
  if (ms < 1000 || isAnswered || acknowledgedAt < until) return []
  return [pause(`unanswered-${until.getTime()}`, until, { code: "no_answer", parameters: { ms } })]
}

function tellPage(page: PageFact, facts: TimelineFacts): TimelineNode[] {
  const wait = waitOf(page, facts)
  const title: Finding = { code: "not_paged_at_once", parameters: { name: page.name } }
  return [
    ...(wait === null ? [] : [pause(`wait-${page.id}`, page.createdAt, title, [wait])]),
    ...page.deliveries.flatMap((delivery) => tellDelivery(delivery, page, facts)),
  ]
}

const quietMs = 60_000

/** A page that waits for the daily digest or the end of quiet hours. */
function waitOf(page: PageFact, { alert }: TimelineFacts): Finding | null {
  if (page.digestAt !== null)
    return { code: "waits_for_digest", parameters: { at: page.digestAt.toISOString() } }
  const [first] = page.deliveries
  const isQuiet =
    !alert.isUrgent &&
    page.hasQuietHours &&
    first !== undefined &&
    first.dueAt.getTime() - page.createdAt.getTime() >= quietMs
  return isQuiet
    ? { code: "waits_for_quiet_hours", parameters: { at: first.dueAt.toISOString() } }
    : null
}

/** Nothing for a delivery whose first attempt is still to come; it belongs to what is next. */
function tellDelivery(
  delivery: DeliveryFact,
  page: PageFact,
  facts: TimelineFacts,
): TimelineNode[] {
  const { state, attemptCount, dueAt, settledAt } = delivery
  if (state === "pending" && attemptCount === 0 && dueAt > facts.now) return []
  const { outcome, is, ms = null, attempts = 1, findings } = stateOf(delivery, facts)
  const message = messageOf(delivery.kind, page)
  return [
    {
      kind: "delivery",
      id: `delivery-${delivery.id}`,
      at: settledAt ?? delivery.attempts.at(-1)?.startedAt ?? dueAt,
      outcome,
      title: { code: "message_state", parameters: { ...message, state: is, ms, attempts } },
      findings,
      delivery,
      page,
    },
  ]
}

type Sent = {
  outcome: TimelineOutcome
  is: (typeof messageStates)[number]
  ms?: number
  attempts?: number
  findings: Finding[]
}

function stateOf(delivery: DeliveryFact, facts: TimelineFacts): Sent {
  const { state, attemptCount, errors, settledAt, dueAt } = delivery
  switch (state) {
    case "delivered": {
      const began = sentAt(delivery)
      const ms = (settledAt ?? began).getTime() - began.getTime()
      return { outcome: "done", ...acceptance(delivery), ms, attempts: attemptCount }
    }
    case "dead":
      return { outcome: "failed", is: "failed", attempts: attemptCount, findings: errors }
    case "cancelled": {
      const why: Finding = {
        code: "message_cancelled",
        parameters: { why: whyCancelled(settledAt, facts) },
      }
      return { outcome: "skipped", is: "not_sent", findings: errors.length > 0 ? errors : [why] }
    }
    case "pending": {
      if (attemptCount === 0) return { outcome: "pending", is: "sending", findings: [] }
      const parameters = { attempt: attemptCount, error: errors, nextAt: dueAt.toISOString() }
      const findings: Finding[] = [{ code: "attempt_failed", parameters }]
      return { outcome: "pending", is: "retried", findings }
    }
    case "unaddressed":
    case "addressed":
      return { outcome: "skipped", is: "not_sent", findings: errors }
  }
}

/** When it was first tried. The time a contact rule, quiet hours or a digest made it wait is not the message's. */
const sentAt = ({ attemptCount, attempts, dueAt }: DeliveryFact): Date =>
  (attemptCount > 1 ? attempts[0]?.startedAt : null) ?? dueAt

/** A provider that took a message has not delivered it before it says so. */
function acceptance({ kind, confirmedAt }: DeliveryFact): Pick<Sent, "is" | "findings"> {
  const is = kind === "voice" ? "placed" : confirmedAt === null ? "accepted" : "delivered"
  if (confirmedAt !== null) {
    const parameters = { at: confirmedAt.toISOString() }
    return { is, findings: [{ code: "provider_confirmed", parameters }] }
  }
  const isAwaited = channelKinds[kind].confirmsDelivery === "later"
  return { is, findings: isAwaited ? [{ code: "provider_not_confirmed", parameters: {} }] : [] }
}

/** The change that was made at the time; paging is cancelled in its transaction. */
function whyCancelled(
  at: Date | null,
  { changes, alert }: TimelineFacts,
): (typeof cancelReasons)[number] {
  const isThen = (moment: Date | null) =>
    at !== null && moment !== null && Math.abs(moment.getTime() - at.getTime()) < 2000
  const change = changes.find((one) => isThen(one.at))
  if (change?.action === "monitor.muted") return "muted"
  if (change?.action === "monitor.paused") return "paused"
  if (change?.action === "alert.merged") return "merged"
  if (change?.action === "alert.acknowledged" || isThen(alert.acknowledgedAt)) return "acknowledged"
  return isThen(alert.resolvedAt) ? "resolved" : "not_needed"
}

function tellPause({ escalation, silence, now }: TimelineFacts): TimelineNode[] {
  if (escalation?.state !== "active" || silence === null || escalation.dueAt <= now) return []
  const why: Finding = { code: "silenced", parameters: { effect: "paging", ...silence } }
  return [pause("pause", now, { code: "paging_paused", parameters: {} }, [why])]
}

function tellEnd({ escalation, alert, steps, pages }: TimelineFacts): TimelineNode[] {
  const isOpen = alert.acknowledgedAt === null && alert.resolvedAt === null
  if (escalation?.state !== "exhausted" || escalation.unreachableSince !== null || !isOpen)
    return []
  const { silencedAt } = escalation
  const at = silencedAt ?? escalation.endedAt ?? steps.at(-1)?.at ?? alert.createdAt
  if (silencedAt !== null) {
    const code = alert.isManual ? "reopened_by_person" : "stopped_until_resumed"
    const title: Finding = { code: "paging_stopped", parameters: {} }
    return [pause("silenced", at, title, [{ code, parameters: {} }])]
  }
  const people = [...new Set(pages.flatMap(({ isReached, name }) => (isReached ? [name] : [])))]
  const title: Finding = { code: "no_step_left", parameters: {} }
  return [
    pause("exhausted", at, title, [
      people.length === 0
        ? { code: "no_message_accepted", parameters: {} }
        : { code: "messages_accepted", parameters: { people } },
    ]),
  ]
}
