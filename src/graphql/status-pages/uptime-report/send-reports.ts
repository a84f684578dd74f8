import { messageWords } from "../../../channels/words/message-language.ts"
import type { Services } from "../../../platform/services.ts"
import { throwAll } from "../../../platform/throw-all.ts"
import { finds, transact, type Statement, type Transaction } from "../../kernel/transaction.ts"
import { zoneOf } from "../../on-call/rules/time-zone.ts"
import { enqueueMessages, type QueuedMessage } from "../../outbox/enqueue-message.ts"
import { sealMail } from "../../outbox/sealed-mail.ts"
import { attachmentsOf } from "./report-attachments.ts"
import { readReport, type UptimeReport } from "./read-report.ts"
import { reportUnsubscribeUrl } from "./report-link.ts"
import { reportMail } from "./report-mail.ts"
import { nextMonth, sendTime } from "./rules/report-month.ts"

const event = "uptime_report.sent"

type Due = {
  id: string
  projectId: string
  labelId: string | null
  statusPageId: string | null
  month: string
  timeZone: string
  attachments: string[]
}

type Recipient = { id: string; address: string | null; userId: string | null; language: string }
type Needed = Pick<Services, "database" | "bus" | "clock" | "vault" | "env">

/** Other processes skip the locked row. */
const dueReport = (failed: ReadonlyMap<string, unknown>): Statement => ({
  name: "due-report",
  text: `
    select s.id, s.project_id as "projectId", s.label_id as "labelId", s.status_page_id as "statusPageId",
           s.month, s.attachments, p.time_zone as "timeZone"
      from report_schedule s join project p on p.id = s.project_id and p.deleted_at is null
     where s.send_at <= now() and s.id <> all($1::uuid[])
     order by s.send_at, s.id limit 1 for update of s skip locked`,
  values: [[...failed.keys()]],
})

/**
 * Enqueues the mails of due reports, by PostgreSQL's clock. A schedule advances in the transaction that enqueues them,
 * so each month is mailed once, also after downtime over several. One that fails delays no other.
 *
 * @returns the number of mails.
 * @throws {AggregateError} at the end, with the reports that failed.
 */
export async function sendReports(services: Needed, isStopping = () => false): Promise<number> {
  let mails = 0
  const failed = new Map<string, unknown>()
  while (!isStopping() && (await finds(services, dueReport(failed)))) {
    const added = await transact(services, (tx) => sendNext(services, tx, failed))
    if (added === null) break
    mails += added
  }
  throwAll(failed)
  return mails
}

/** Null if another process took it. */
async function sendNext(
  services: Needed,
  tx: Transaction,
  failed: Map<string, unknown>,
): Promise<number | null> {
  const [due] = await tx.query<Due>(dueReport(failed))
  if (due === undefined) return null
  const { id, projectId, month, timeZone } = due
  const report = await readReport(services, projectId, month, due).catch((error: unknown) => {
    failed.set(id, error)
    return null
  })
  if (report === null) return 0
  const following = nextMonth(month)
  await tx.db.reportSchedule.update({
    where: { id },
    data: { month: following, sendAt: sendTime(following, zoneOf(timeZone)) },
  })
  const people = await tx.db.$queryRaw<Recipient[]>`
    select r.id, r.address, u.id as "userId", coalesce(u.language, 'en') as language
      from report_recipient r
      left join member m on m.id = r.member_id
      left join "user" u on u.id = m.user_id
     where r.schedule_id = ${id}::uuid order by r.id`
  const files = await filesOf(tx, due, report)
  const added = await enqueueMessages(
    tx,
    people.map((one) => mailTo(services, due, report, files, one)),
  )
  return added.length
}

async function filesOf(
  { db }: Transaction,
  { projectId, attachments, labelId, statusPageId: pageId }: Due,
  { total }: UptimeReport,
) {
  const shown =
    pageId === null
      ? null
      : await db.statusPageResource.findMany({ where: { pageId }, select: { monitorId: true } })
  const monitorIds = shown?.map(({ monitorId }) => monitorId) ?? null
  return attachmentsOf(projectId, attachments, total, { labelId, monitorIds })
}

function mailTo(
  services: Needed,
  { id: scheduleId, projectId, labelId, statusPageId, month }: Due,
  report: UptimeReport,
  attachments: Awaited<ReturnType<typeof filesOf>>,
  { id, address, userId, language }: Recipient,
): QueuedMessage {
  const scope = labelId === null ? statusPageId && `&page=${statusPageId}` : `&label=${labelId}`
  const url = `${services.env.BASE_URL}/projects/${projectId}/reports?month=${month}${scope ?? ""}`
  const letter = reportMail(report, messageWords(language), url)
  const mail = attachments.length === 0 ? letter : { ...letter, attachments }
  const shared = { projectId, queue: "notice" as const, event, subjectId: scheduleId }
  // By person rather than by row, so that a change of the recipients sends nothing twice.
  const keyOf = (who: string) => `${event}:${scheduleId}:${month}:${who}`
  if (userId !== null) {
    const notice = { ...mail, unsubscribeUrl: null }
    return { ...shared, recipient: { accountId: userId }, dedupeKey: keyOf(userId), notice }
  }
  const notice = { ...mail, unsubscribeUrl: reportUnsubscribeUrl(services, id) }
  const sealed = sealMail(services.vault, { address: address ?? "", notice })
  return { ...shared, recipient: { mail: sealed }, dedupeKey: keyOf(sealed.addressKey) }
}
