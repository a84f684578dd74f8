import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import { storableJson, writeFindings, type Finding } from "../../../findings/finding.ts"
import { newId } from "../../../platform/id.ts"
import type { Urgency } from "../contact/rules/recipients.ts"
import { accountKey, urgentPriority } from "../../outbox/forward-pages.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import type { Plan } from "../schedule/read-plan.ts"
import type { Step } from "../policy/rules/policy-steps.ts"
import { explainPage, explainStep } from "../schedule/rules/on-call-words.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { throttlePages } from "./throttle-page.ts"

type EscalationStep = {
  alertId: string
  projectId: string
  round: number
  urgency: Urgency
  now: Date
  step: Step
  plan: Plan
  /** Why the recipients are paged, instead of what the rule says. */
  why?: Finding
  /** Name of the person who pages them, instead of the policy. */
  askedBy?: string
}

/** The reach of a step is checked after this long; earlier when its last hope fails, at once if it has none. */
export const reachCheckSeconds = 60

const write = {
  name: "write-step",
  text: `
    with step as (
      insert into escalation_step (alert_id, round, rule_order, findings, at)
      values ($1::uuid, $3::int, $4::smallint, $6::jsonb, $5::timestamptz)
    ), checked as (
      update escalation set reach_check_at = $5::timestamptz + make_interval(secs => $8::int)
       where alert_id = $1::uuid)
    insert into page (id, alert_id, project_id, round, rule_order, user_id, channel_id, findings, digest_at, asked_by, created_at)
    select id, $1::uuid, $2::uuid, $3::int, $4::smallint, "userId", "channelId", findings, "digestAt", $9::text, $5::timestamptz
      from jsonb_to_recordset($7::jsonb)
        as row (id uuid, "userId" uuid, "channelId" uuid, findings jsonb, "digestAt" timestamptz)`,
}

/** Record a step, a page for each person and team channel, and the deliveries of each page. */
export async function writePages(tx: SqlTransaction, executed: EscalationStep): Promise<void> {
  const { alertId, projectId, round, urgency, now, step, plan } = executed
  const { names, channels } = plan
  const { ruleOrder, targets } = step
  const why = executed.why && [executed.why]
  const ofPeople = step.userIds.map((userId) => {
    const findings = why ?? explainPage(targets, (one) => one.userIds.includes(userId), names)
    const { deliveries = [], digestAt = null } = step.recipients.get(userId) ?? {}
    return { page: { id: newId(), userId, channelId: null, findings, digestAt }, deliveries }
  })
  const ofChannels = step.channelIds.map((channelId) => {
    const findings = explainPage(targets, (one) => one.channelId === channelId, names)
    const kind = channels.get(channelId)?.kind
    const deliveries = kind === undefined ? [] : [{ channelId, kind, at: now }]
    return { page: { id: newId(), userId: null, channelId, findings, digestAt: null }, deliveries }
  })
  const all = [...ofPeople, ...ofChannels]
  const pages = storableJson(all.map(({ page }) => page))
  const found = writeFindings(why ?? explainStep(step, names))
  const isHopeful = all.some(
    ({ page, deliveries }) => deliveries.length > 0 || page.digestAt !== null,
  )
  const checkSeconds = isHopeful ? reachCheckSeconds : 0
  await tx.query({
    ...write,
    values: [
      alertId,
      projectId,
      round,
      ruleOrder,
      now,
      found,
      pages,
      checkSeconds,
      executed.askedBy ?? null,
    ],
  })
  await enqueueMessages(
    tx,
    all.flatMap(({ page, deliveries }) =>
      deliveries.map((delivery) => ({
        projectId,
        queue: "page" as const,
        event: "alert.created",
        subjectId: alertId,
        pageId: page.id,
        recipient: recipientOf(delivery, page.userId),
        dedupeKey:
          delivery.channelId === null
            ? accountKey({ alertId, round, ruleOrder, pageId: page.id })
            : `page:${alertId}:${round}:${ruleOrder}:${delivery.channelId}`,
        priority: urgency === "high" ? urgentPriority : 10,
        delaySeconds: (delivery.at.getTime() - now.getTime()) / 1000,
      })),
    ),
  )
  const paged = all.flatMap(({ page, deliveries }) =>
    deliveries.map(({ channelId, kind }) => ({ channelId, kind, userId: page.userId })),
  )
  await throttlePages(
    tx,
    { alertId, projectId, urgency, now },
    paged,
    all.map(({ page }) => page.id),
  )
}

function recipientOf(
  { channelId: id, kind }: { channelId: string | null; kind: ChannelKind },
  userId: string | null,
) {
  if (id !== null) return { channel: { id, kind } }
  if (userId === null) throw new Error("A page to a team channel has no account address")
  return { accountId: userId }
}
