import { z } from "zod"
import type { Monitor } from "../../../../../prisma/generated/client.ts"
import { auditPart, auditValues } from "../../../workspace/audit/record-audit.ts"
import type { Context } from "../../../kernel/context.ts"
import { invalid, notFound } from "../../../kernel/errors.ts"
import { restartEscalation } from "../../../on-call/escalation/restart-escalation.ts"
import { openAlertsOf } from "../../../on-call/escalation/silence-escalation.ts"
import { parse, wholeNumber } from "../../../kernel/input.ts"
import { transactSql } from "../../../kernel/transaction.ts"
import { lockMonitor } from "../change-monitor.ts"
import { findMonitor } from "../find-monitor.ts"
import { columnsOf } from "../../../kernel/columns.ts"

const maxMinutes = 43_200

const input = z.strictObject({
  until: z.date({ error: "must be a time such as 2026-11-21T09:30:00Z" }).nullish(),
  durationMinutes: wholeNumber(1, maxMinutes).nullish(),
})
export type Mute = z.input<typeof input>

/** Returned columns: mutes are frequent, so the whole monitor is not read. */
const members = ["id", "projectId", "name", "mutedUntil", "updatedAt"] as const
export type MutedMonitor = Pick<Monitor, (typeof members)[number]>
/** Alerts whose paging is paused until the deadline. */
type Resting = { alertIds: string[] }

const write = {
  name: "mute-monitor",
  text: `
    with muted as (
      update monitor set muted_until = $2::timestamptz, updated_at = $3::timestamptz
       where id = $1::uuid and deleted_at is null
      returning ${columnsOf(members, "monitor")}),
    noted as (${auditPart("muted", 4)})
    select muted.*, ${openAlertsOf("muted.id")} as "alertIds" from muted`,
}

/**
 * Mutes a monitor until the deadline; checks continue, and paging in progress is paused. A new mute replaces the
 * previous one.
 * @throws {DomainError} validation_failed unless exactly one of the two is given, within 30 days.
 */
export async function muteMonitor(
  ctx: Context,
  monitorId: string,
  given: Mute,
): Promise<MutedMonitor> {
  const { until, durationMinutes } = parse(input, given)
  const isUntil = until !== undefined && until !== null
  const isFor = durationMinutes !== undefined && durationMinutes !== null
  if (isUntil === isFor) {
    throw invalid("#/until", "or durationMinutes must be given, but not both")
  }
  const { id } = await findMonitor(ctx, monitorId, "monitors:write")
  return transactSql(ctx, async (tx) => {
    const at = await lockMonitor(tx, id)
    const latest = new Date(at.getTime() + maxMinutes * 60_000)
    const deadline = isUntil ? until : new Date(at.getTime() + (durationMinutes ?? 0) * 60_000)
    if (deadline <= at) {
      throw invalid(
        "#/until",
        `must be after the current time ${at.toISOString()}; to unmute, use the dashboard or unmuteMonitor in GraphQL`,
      )
    }
    if (deadline > latest) {
      throw invalid("#/until", `must be within 30 days, at the latest ${latest.toISOString()}`)
    }
    const changes = { mutedUntil: deadline.toISOString() }
    const audit = auditValues(ctx.actor, { action: "monitor.muted", changes })
    const values = [id, deadline, at, ...audit]
    const [muted] = await tx.query<MutedMonitor & Resting>({ ...write, values })
    if (muted === undefined) throw notFound("monitor")
    const { alertIds, ...monitor } = muted
    await restartEscalation(tx, alertIds, deadline)
    tx.publish("monitor.changed", { projectId: monitor.projectId, monitorId: id })
    return monitor
  })
}
