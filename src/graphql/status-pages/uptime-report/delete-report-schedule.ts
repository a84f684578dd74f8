import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { findReportSchedule } from "./find-report-schedule.ts"

/** Mails that are already queued are still sent. */
export async function deleteReportSchedule(ctx: Context, scheduleId: string): Promise<string> {
  const { id, projectId, scopeName } = await findReportSchedule(ctx, scheduleId)
  await transact(ctx, async (tx) => {
    const { count } = await tx.db.reportSchedule.deleteMany({ where: { id } })
    if (count === 0) throw notFound("report")
    await recordAudit(tx, ctx.actor, "report_schedule.deleted", { projectId, id, name: scopeName })
  })
  return id
}
