import { z } from "zod"
import type { Context } from "../kernel/context.ts"
import { parse, wholeNumber } from "../kernel/input.ts"
import { restartEscalation } from "../on-call/escalation/restart-escalation.ts"
import { openAlertsOfSlo, wakeEscalationsOfSlo } from "../on-call/escalation/silence-escalation.ts"
import { recordAudit } from "../workspace/audit/record-audit.ts"
import { changeSlo } from "./change-slo.ts"

const input = z.object({ durationMinutes: wholeNumber(1, 43_200) })

/** Mutes the alerts of an SLO; it is still evaluated, and paging in progress is paused. */
export function muteSlo(ctx: Context, id: string, given: z.input<typeof input>) {
  const { durationMinutes } = parse(input, given)
  return changeSlo(ctx, id, async (tx, before, now) => {
    const mutedUntil = new Date(now.getTime() + durationMinutes * 60_000)
    const slo = await tx.db.slo.update({ where: { id: before.id }, data: { mutedUntil } })
    const [{ ids } = { ids: [] }] = await tx.query<{ ids: string[] }>({
      name: "open-alerts-of-slo",
      text: `select ${openAlertsOfSlo("$1::uuid")} as ids`,
      values: [slo.id],
    })
    await restartEscalation(tx, ids, mutedUntil)
    const changes = { mutedUntil: mutedUntil.toISOString() }
    await recordAudit(tx, ctx.actor, "slo.muted", slo, changes)
    return slo
  })
}

/** Ends a mute early: paused paging starts again, and a burn that goes on is alerted at the next evaluation. */
export function unmuteSlo(ctx: Context, id: string) {
  return changeSlo(ctx, id, async (tx, before, now) => {
    if (before.mutedUntil === null || before.mutedUntil <= now) return before
    const data = { mutedUntil: null, dueAt: now }
    const slo = await tx.db.slo.update({ where: { id: before.id }, data })
    await wakeEscalationsOfSlo(tx, slo.id)
    await recordAudit(tx, ctx.actor, "slo.unmuted", slo)
    return slo
  })
}
