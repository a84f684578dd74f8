import { actorName } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { settleAlerts } from "../alert/settle-alert.ts"
import { lockIncidentsOf } from "../incident/follow-alerts.ts"
import { changeSource } from "./change-source.ts"

/** Deletes a source with its payloads; its open alerts are resolved and stay in the list of alerts. */
export function deleteSource(ctx: Context, sourceId: string): Promise<string> {
  return changeSource(ctx, sourceId, async (tx, source) => {
    const { id } = source
    const open = await tx.db.alert.findMany({
      where: { sourceId: id, resolvedAt: null },
      select: { id: true },
      orderBy: { id: "asc" },
    })
    const ids = open.map((one) => one.id)
    await lockIncidentsOf(tx, ids)
    const by = actorName(ctx.actor)
    const how = { at: ctx.clock.now(), by, respectsChoice: false }
    const findings = [{ code: "source_deleted", parameters: {} }] as const
    await settleAlerts(
      tx,
      ids.map((alertId) => ({ ...how, alertId, findings })),
    )
    await tx.db.source.delete({ where: { id } })
    await recordAudit(tx, ctx.actor, "source.deleted", source, { resolved: ids.length })
    return id
  })
}
