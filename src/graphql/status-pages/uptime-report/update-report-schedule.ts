import { z } from "zod"
import type { ReportSchedule } from "../../../../prisma/generated/client.ts"
import type { Context } from "../../kernel/context.ts"
import { notFound } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { findReportSchedule } from "./find-report-schedule.ts"
import { attachments, requireAttachments } from "./report-attachments.ts"
import { requireReport } from "./require-report.ts"
import { recipientRows, recipients } from "./schedule-input.ts"

const input = z.object({ id, attachments: attachments.optional(), ...recipients })

/** Replaces the recipients of a report, and its attachments unless they are omitted. */
export async function updateReportSchedule(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<ReportSchedule> {
  const { id: scheduleId, memberIds, addresses, attachments } = parse(input, given)
  const found = await findReportSchedule(ctx, scheduleId)
  const { projectId, scopeName } = found
  await requireReport(ctx, projectId, found)
  await requireAttachments(ctx, projectId, attachments ?? [], found)
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId, "report")
    const rows = await recipientRows(tx, projectId, { memberIds, addresses })
    const where = { id: scheduleId }
    if ((await tx.db.reportSchedule.findUnique({ where })) === null) throw notFound("report")
    const schedule = await tx.db.reportSchedule.update({
      where,
      data: { updatedAt: ctx.clock.now(), ...(attachments && { attachments }) },
    })
    // Those that stay keep their row, and with it the link by which they can unsubscribe.
    await tx.db.reportRecipient.deleteMany({
      where: {
        scheduleId,
        OR: [
          { memberId: { not: null, notIn: memberIds } },
          { address: { not: null, notIn: addresses } },
        ],
      },
    })
    await tx.db.reportRecipient.createMany({
      data: rows.map((row) => ({ ...row, scheduleId })),
      skipDuplicates: true,
    })
    const changes = {
      members: memberIds.length,
      addresses,
      ...(attachments && { attachments }),
    }
    const subject = { projectId, id: scheduleId, name: scopeName }
    await recordAudit(tx, ctx.actor, "report_schedule.updated", subject, changes)
    return schedule
  })
}
