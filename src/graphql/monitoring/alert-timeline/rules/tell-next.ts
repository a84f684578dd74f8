import { channelKinds } from "../../../../channels/channel-kinds.ts"
import type { Finding } from "../../../../findings/finding.ts"
import { messageOf } from "./tell-reach.ts"
import type { TimelineFacts } from "./timeline-facts.ts"
import type { TimelineNext } from "./timeline-node.ts"

/** What happens next, unless somebody acknowledges the alert or it recovers first. */
export function tellNext(facts: TimelineFacts): TimelineNext[] {
  const { alert, now } = facts
  if (alert.resolvedAt !== null) return tellDeclaredAgain(facts)
  if (alert.acknowledgedAt !== null) return []
  const pending = facts.pages.flatMap((page) =>
    page.deliveries.flatMap(({ state, attemptCount, dueAt, kind }): TimelineNext[] => {
      if (state !== "pending" || attemptCount > 0 || dueAt <= now) return []
      const title: Finding = { code: "message_due", parameters: messageOf(kind, page) }
      return [{ at: dueAt, title, findings: [] }]
    }),
  )
  const next = [...pending, ...tellStep(facts)]
  return next.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function tellStep({ escalation, nextStep, silence, now }: TimelineFacts): TimelineNext[] {
  if (escalation?.state !== "active" || nextStep === null) return []
  const { round, ruleOrder } = nextStep
  const targets = nextStep.targets.map(({ name, kinds, isDigest }) => {
    return { name, channels: [...new Set(kinds.map((kind) => channelKinds[kind].noun))], isDigest }
  })
  const isRestart = silence !== null && silence.kind !== "snoozed" && escalation.dueAt > now
  return [
    {
      at: escalation.dueAt,
      title: { code: "step_due", parameters: { round, ruleOrder, targets } },
      findings: isRestart ? [{ code: "paging_restarts_then", parameters: {} }] : [],
    },
  ]
}

const tellDeclaredAgain = ({ alert: { declareAgainAt } }: TimelineFacts): TimelineNext[] =>
  declareAgainAt === null
    ? []
    : [
        {
          at: declareAgainAt,
          title: { code: "outage_declared_again", parameters: {} },
          findings: [{ code: "must_recover_by_then", parameters: {} }],
        },
      ]
