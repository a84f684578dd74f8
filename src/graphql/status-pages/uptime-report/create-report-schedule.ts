import { z } from "zod"
import type { ReportSchedule } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { transact, type Transaction } from "../../kernel/transaction.ts"
import { zoneOf } from "../../on-call/rules/time-zone.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import type { ReportScope } from "./list-report-monitors.ts"
import { attachments, requireAttachments } from "./report-attachments.ts"
import { requireReport } from "./require-report.ts"
import { monthAt, sendTime } from "./rules/report-month.ts"
import { recipientRows, recipients } from "./schedule-input.ts"

const input = z.object({
  projectId: id,
  labelId: id.nullable().default(null),
  statusPageId: id.nullable().default(null),
  attachments: attachments.default([]),
  ...recipients,
})

const mostSchedules = 20

/** Mails a report from the current month on: the first arrives when the month has ended. */
export async function createReportSchedule(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<ReportSchedule> {
  const { projectId, labelId, statusPageId, memberIds, addresses, attachments } = parse(
    input,
    given,
  )
  await ctx.access.require(projectId, "project:write")
  await requireReport(ctx, projectId, { statusPageId })
  if (labelId !== null && statusPageId !== null) {
    throw invalid("#/statusPageId", "must be omitted if labelId is set")
  }
  await requireAttachments(ctx, projectId, attachments, { labelId, statusPageId })
  return transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    if ((await tx.db.reportSchedule.count({ where: { projectId } })) >= mostSchedules) {
      throw invalid("#/projectId", `already has ${mostSchedules} reports; delete one first`)
    }
    const scopeName = await nameOfScope(tx, projectId, { labelId, statusPageId })
    const rows = await recipientRows(tx, projectId, { memberIds, addresses })
    const { timeZone } = await tx.db.project.findUniqueOrThrow({ where: { id: projectId } })
    const zone = zoneOf(timeZone)
    const month = monthAt(ctx.clock.now(), zone)
    const schedule = await tx.db.reportSchedule.create({
      data: {
        id: newId(),
        projectId,
        labelId,
        statusPageId,
        attachments,
        month,
        sendAt: sendTime(month, zone),
        recipients: { create: rows },
      },
    })
    const changes = { labelId, statusPageId, members: memberIds.length, addresses, attachments }
    const subject = { projectId, id: schedule.id, name: scopeName }
    await recordAudit(tx, ctx.actor, "report_schedule.created", subject, changes)
    return schedule
  })
}

/** @throws {DomainError} validation_failed for a label or page of another project. */
async function nameOfScope(
  { db }: Transaction,
  projectId: string,
  { labelId, statusPageId }: ReportScope,
): Promise<string> {
  if (labelId !== null) {
    const label = await db.label.findUnique({ where: { id: labelId, projectId } })
    if (label === null) throw invalid("#/labelId", "must be a label of this project")
    return label.name
  }
  if (statusPageId === null) return "All monitors"
  const page = await db.statusPage.findUnique({ where: { id: statusPageId, projectId } })
  if (page === null) throw invalid("#/statusPageId", "must be a status page of this project")
  return page.name
}
