import { channelKinds } from "../../../../channels/channel-kinds.ts"
import type { TimelineFacts } from "./timeline-facts.ts"
import type { TimelineNext } from "./timeline-node.ts"
import { capital } from "./timeline-node.ts"
import { listed, stepName } from "./step-name.ts"

/** What happens next, unless somebody acknowledges the alert or it recovers first. */
export function tellNext(facts: TimelineFacts): TimelineNext[] {
  const { alert, now } = facts
  if (alert.resolvedAt !== null) return tellDeclaredAgain(facts)
  if (alert.acknowledgedAt !== null) return []
  const pending = facts.pages.flatMap((page) =>
    page.deliveries.flatMap(({ state, attemptCount, dueAt, kind }) =>
      state === "pending" && attemptCount === 0 && dueAt > now
        ? [
            {
              at: dueAt,
              title: `${capital(channelKinds[kind].noun)} to ${page.name ?? "a deleted account"}`,
              detail: null,
            },
          ]
        : [],
    ),
  )
  const next = [...pending, ...tellStep(facts)]
  return next.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function tellStep({ escalation, nextStep, silence, now }: TimelineFacts): TimelineNext[] {
  if (escalation?.state !== "active" || nextStep === null) return []
  const { round, ruleOrder, targets } = nextStep
  const step = stepName(round, ruleOrder)
  const whom = targets.map(({ name, kinds, isDigest }) => {
    if (isDigest) return `${name} in the daily digest`
    const [first, ...others] = [...new Set(kinds.map((kind) => channelKinds[kind].noun))]
    return first === undefined ? name : `${name} by ${[first, ...others].join(", then ")}`
  })
  const isRestart = silence !== null && escalation.dueAt > now
  return [
    {
      at: escalation.dueAt,
      title: whom.length === 0 ? `${step} reaches nobody` : `${step} pages ${listed(whom)}`,
      detail: isRestart ? "Paging restarts then." : null,
    },
  ]
}

function tellDeclaredAgain({ alert: { declareAgainAt } }: TimelineFacts): TimelineNext[] {
  if (declareAgainAt === null) return []
  return [
    {
      at: declareAgainAt,
      title: "The outage is declared again",
      detail: "A person resolved it, and the monitor must recover by then.",
    },
  ]
}
