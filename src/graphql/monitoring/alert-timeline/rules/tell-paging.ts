import { channelKinds } from "../../../../channels/channel-kinds.ts"
import { proofWaitSeconds } from "../../../on-call/escalation/rules/mass-failure.ts"
import { say } from "../../../../findings/say.ts"
import type { DeliveryFact, PageFact, TimelineFacts } from "./timeline-facts.ts"
import type { TimelineNode, TimelineOutcome } from "./timeline-node.ts"
import { listed, stepName } from "./step-name.ts"
import { tellUnreachable, tellUnreached } from "./tell-reach.ts"
import { capital, lasting, moment } from "./timeline-node.ts"

/** The escalation of an alert: its policy, steps, pages and deliveries. */
export function tellPaging(facts: TimelineFacts): TimelineNode[] {
  const { escalation, steps, pages } = facts
  if (escalation === null) return []
  return [
    tellPolicy(facts),
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

function tellPolicy({ escalation, alert }: TimelineFacts): TimelineNode {
  const { lead = null, policyName = null, state, massWords = null } = escalation ?? {}
  const isJoined = state === "joined" && lead !== null
  return {
    kind: "escalation",
    id: "escalation",
    at: alert.createdAt,
    outcome: isJoined ? "skipped" : "done",
    title: isJoined
      ? "Not paged on its own"
      : policyName === null
        ? "No on-call policy"
        : `Policy “${policyName}” started`,
    detail: isJoined
      ? lead.words
      : policyName === null
        ? "Neither the monitor nor the project has a policy, so owners and admins are paged."
        : massWords && tellMass(massWords),
    policyName,
    leadId: isJoined ? lead.id : null,
  }
}

const tellMass = (words: string): string =>
  `${words}. The first page waits for proof of our own network, at most ${proofWaitSeconds} s.`

type StepFact = TimelineFacts["steps"][number]

function tellStep({ round, ruleOrder, found, at }: StepFact, pages: PageFact[]): TimelineNode {
  const names = pages.map(({ name }) => name ?? "a deleted account")
  const step = stepName(round, ruleOrder)
  return {
    kind: "step",
    id: `step-${round}-${ruleOrder}`,
    at,
    outcome: pages.length === 0 ? "skipped" : "done",
    title: pages.length === 0 ? `${step} reached nobody` : `${step}: paged ${listed(names)}`,
    detail: found.join(" ") || null,
    round,
    ruleOrder,
    found,
  }
}

function tellUnanswered(
  from: Date,
  until: Date,
  { alert, changes }: TimelineFacts,
): TimelineNode[] {
  const ms = until.getTime() - from.getTime()
  const isAnswered = changes.some(({ action, at }) => {
    return (
      (action === "alert.acknowledged" || action === "alert.escalated") && at >= from && at <= until
    )
  })
  const acknowledgedAt = alert.acknowledgedAt ?? until
  if (ms < 1000 || isAnswered || acknowledgedAt < until) return []
  return [
    {
      kind: "pause",
      id: `unanswered-${until.getTime()}`,
      at: until,
      outcome: "skipped",
      title: `No answer in ${lasting(ms)}`,
      detail: null,
    },
  ]
}

function tellPage(page: PageFact, facts: TimelineFacts): TimelineNode[] {
  const wait = tellWait(page, facts)
  return [...wait, ...page.deliveries.flatMap((delivery) => tellDelivery(delivery, page, facts))]
}

const quietMs = 60_000

/** A page that waits for the daily digest or the end of quiet hours. */
function tellWait(page: PageFact, { alert }: TimelineFacts): TimelineNode[] {
  const name = page.name ?? "The recipient"
  const node = {
    kind: "pause",
    id: `wait-${page.id}`,
    at: page.createdAt,
    outcome: "skipped",
  } as const
  if (page.digestAt !== null) {
    const title = `${name} is not paged at once`
    return [
      {
        ...node,
        title,
        detail: `Low urgency goes into the daily digest at ${moment(page.digestAt)}.`,
      },
    ]
  }
  const [first] = page.deliveries
  const isQuiet =
    !alert.isUrgent &&
    page.hasQuietHours &&
    first !== undefined &&
    first.dueAt.getTime() - page.createdAt.getTime() >= quietMs
  if (!isQuiet) return []
  const title = `${name} is not paged at once`
  return [{ ...node, title, detail: `Quiet hours last until ${moment(first.dueAt)}.` }]
}

/** Nothing for a delivery whose first attempt is still to come; it belongs to what is next. */
function tellDelivery(
  delivery: DeliveryFact,
  page: PageFact,
  facts: TimelineFacts,
): TimelineNode[] {
  const { state, attemptCount, dueAt, settledAt } = delivery
  if (state === "pending" && attemptCount === 0 && dueAt > facts.now) return []
  const words = sentence(delivery, page, facts)
  return [
    {
      kind: "delivery",
      id: `delivery-${delivery.id}`,
      at: settledAt ?? delivery.attempts.at(-1)?.startedAt ?? dueAt,
      ...words,
      delivery,
      page,
    },
  ]
}

type Sentence = { outcome: TimelineOutcome; title: string; detail: string | null }

function sentence(delivery: DeliveryFact, page: PageFact, facts: TimelineFacts): Sentence {
  const { kind, state, attemptCount, lastError, settledAt, dueAt } = delivery
  const what = `${capital(channelKinds[kind].noun)} to ${page.isPerson ? (page.name ?? "a deleted account") : `channel ${page.name ?? "(deleted)"}`}`
  const tries = attemptCount > 1 ? ` after ${attemptCount} attempts` : ""
  switch (state) {
    case "delivered": {
      const began = sentAt(delivery)
      const ms = (settledAt ?? began).getTime() - began.getTime()
      const { done, detail } = acceptance(delivery)
      return { outcome: "done", title: `${what} ${done} in ${lasting(ms)}${tries}`, detail }
    }
    case "dead":
      return { outcome: "failed", title: `${what} failed${tries}`, detail: lastError }
    case "cancelled":
      return {
        outcome: "skipped",
        title: `${what} not sent`,
        detail: lastError ?? whyCancelled(settledAt, facts),
      }
    case "pending":
      return attemptCount === 0
        ? { outcome: "pending", title: `${what} is being sent`, detail: null }
        : {
            outcome: "pending",
            title: `${what} is retried`,
            detail: `Attempt ${attemptCount} failed: ${lastError ?? "no reason was given."} Next attempt at ${moment(dueAt)}.`,
          }
    case "unaddressed":
    case "addressed":
      return { outcome: "skipped", title: `${what} not sent`, detail: lastError }
  }
}

/** When it was first tried. The time a contact rule, quiet hours or a digest made it wait is not the message's. */
const sentAt = ({ attemptCount, attempts, dueAt }: DeliveryFact): Date =>
  (attemptCount > 1 ? attempts[0]?.startedAt : null) ?? dueAt

/** A provider that took a message has not delivered it before it says so. */
function acceptance({ kind, confirmedAt }: DeliveryFact): { done: string; detail: string | null } {
  const { confirmsDelivery } = channelKinds[kind]
  const done = kind === "voice" ? "placed" : confirmedAt === null ? "accepted" : "delivered"
  if (confirmedAt !== null)
    return { done, detail: `The provider confirmed it at ${moment(confirmedAt)}.` }
  const isAwaited = confirmsDelivery === "later"
  return { done, detail: isAwaited ? "The provider has not confirmed the delivery." : null }
}

/** The change that was made at the time; paging is cancelled in its transaction. */
function whyCancelled(at: Date | null, { changes, alert }: TimelineFacts): string {
  const isThen = (moment: Date | null) =>
    at !== null && moment !== null && Math.abs(moment.getTime() - at.getTime()) < 2000
  const change = changes.find((one) => isThen(one.at))
  if (change?.action === "monitor.muted") return "The monitor was muted first."
  if (change?.action === "monitor.paused") return "The monitor was paused first."
  if (change?.action === "alert.acknowledged" || isThen(alert.acknowledgedAt))
    return "Somebody acknowledged the alert first."
  if (isThen(alert.resolvedAt)) return "The alert was resolved first."
  return "It was no longer needed."
}

function tellPause({ escalation, silence, now }: TimelineFacts): TimelineNode[] {
  if (escalation?.state !== "active" || silence === null || escalation.dueAt <= now) return []
  return [
    {
      kind: "pause",
      id: "pause",
      at: now,
      outcome: "skipped",
      title: "Paging is paused",
      detail: say([{ code: "silenced", parameters: { effect: "paging", ...silence } }]),
    },
  ]
}

function tellEnd({ escalation, alert, steps, pages }: TimelineFacts): TimelineNode[] {
  const isOpen = alert.acknowledgedAt === null && alert.resolvedAt === null
  if (escalation?.state !== "exhausted" || escalation.unreachableSince !== null || !isOpen)
    return []
  const { silencedAt } = escalation
  const at = silencedAt ?? escalation.endedAt ?? steps.at(-1)?.at ?? alert.createdAt
  if (silencedAt !== null) {
    return [
      {
        kind: "pause",
        id: "silenced",
        at,
        outcome: "skipped",
        title: "Paging is stopped",
        detail: alert.isManual
          ? "A person reopened the alert, so nobody is paged."
          : "Nobody is paged until the monitor is resumed.",
      },
    ]
  }
  const reached = new Set(
    pages.flatMap(({ isReached, name }) => (isReached ? [name ?? "a deleted account"] : [])),
  )
  return [
    {
      kind: "pause",
      id: "exhausted",
      at,
      outcome: "skipped",
      title: "No step is left",
      detail:
        reached.size === 0
          ? "No message has been accepted so far."
          : `Messages to ${listed([...reached])} were accepted, and nobody has acknowledged the alert yet.`,
    },
  ]
}
