import type { Finding } from "../../findings/finding.ts"
import type { Context } from "../kernel/context.ts"
import { settleAlerts } from "../incidents/alert/settle-alert.ts"
import type { Transaction } from "../kernel/transaction.ts"
import { recordAudit } from "../workspace/audit/record-audit.ts"
import { changeSlo } from "./change-slo.ts"

/** Deletes an SLO and its history; its open alerts are resolved and stay in the list of alerts. */
export async function deleteSlo(ctx: Context, sloId: string): Promise<string> {
  const { id } = await changeSlo(ctx, sloId, async (tx, slo, now) => {
    await resolveAlerts(tx, slo.id, { at: now, finding: { code: "slo_deleted", parameters: {} } })
    await tx.db.slo.delete({ where: { id: slo.id } })
    await recordAudit(tx, ctx.actor, "slo.deleted", slo)
    return slo
  })
  return id
}

/** Resolves the open alerts of an SLO, also those that a person changed. */
export async function resolveAlerts(
  tx: Transaction,
  sloId: string,
  { at, finding }: { at: Date; finding: Finding },
): Promise<void> {
  const open = await tx.db.alert.findMany({
    where: { sloId, resolvedAt: null },
    select: { id: true },
    orderBy: { id: "asc" },
  })
  await settleAlerts(
    tx,
    open.map(({ id }) => ({ alertId: id, at, findings: [finding], respectsChoice: false })),
  )
}
