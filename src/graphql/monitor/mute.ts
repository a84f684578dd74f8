import { z } from "zod"
import type { Monitor } from "../../../prisma/generated/client.ts"
import { auditPart, auditValues } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { invalid, notFound } from "../errors.ts"
import { beginAnew } from "../escalation/begin-anew.ts"
import { alertsUnderWay } from "../escalation/silence.ts"
import { parse, wholeNumber } from "../input.ts"
import { transactSql } from "../transaction.ts"
import { holdMonitor } from "./change.ts"
import { findMonitor } from "./find.ts"
import { columnsOf } from "./row.ts"

const maxMinutes = 43_200

const input = z.strictObject({
  until: z.date({ error: "must be a moment such as 2026-11-21T09:30:00Z" }).nullish(),
  durationMinutes: wholeNumber(1, maxMinutes).nullish(),
})
export type Mute = z.input<typeof input>

/** Given back: a mute is written often, and to read the whole monitor would cost a tenth of it. */
const members = ["id", "projectId", "name", "mutedUntil", "updatedAt"] as const
export type MutedMonitor = Pick<Monitor, (typeof members)[number]>
/** The alerts whose paging rests until the deadline. */
type Resting = { alertIds: string[] }

const write = {
  name: "mute-monitor",
  text: `
    with muted as (
      update monitor set muted_until = $2::timestamptz, updated_at = $3::timestamptz
       where id = $1::uuid and deleted_at is null
      returning ${columnsOf(members)}),
    noted as (${auditPart("muted", 4)})
    select muted.*, ${alertsUnderWay("muted.id")} as "alertIds" from muted`,
}

/**
 * Declares nothing until the deadline, while probing goes on; paging that is under way rests until then. A new
 * mute replaces the one before.
 *
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
    throw invalid("#/until", "or durationMinutes must be given, exactly one of the two")
  }
  const { id } = await findMonitor(ctx, monitorId, "monitors:write")
  return transactSql(ctx, async (tx) => {
    const at = await holdMonitor(tx, id)
    const latest = new Date(at.getTime() + maxMinutes * 60_000)
    const deadline = isUntil ? until : new Date(at.getTime() + (durationMinutes ?? 0) * 60_000)
    if (deadline <= at) throw invalid("#/until", `must be after this moment, ${at.toISOString()}`)
    if (deadline > latest) {
      throw invalid("#/until", `must be within 30 days, at the latest ${latest.toISOString()}`)
    }
    const changes = { mutedUntil: deadline.toISOString() }
    const audit = auditValues(ctx.actor, { action: "monitor.muted", changes })
    const values = [id, deadline, at, ...audit]
    const [muted] = await tx.query<MutedMonitor & Resting>({ ...write, values })
    if (muted === undefined) throw notFound("monitor")
    const { alertIds, ...monitor } = muted
    await beginAnew(tx, alertIds, deadline)
    tx.publish("monitor.changed", { projectId: monitor.projectId, monitorId: id })
    return monitor
  })
}
