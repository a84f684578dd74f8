import { channelKindsWhere } from "../../../channels/channel-kinds.ts"
import type { ChannelKind } from "../../../../prisma/generated/enums.ts"
import { enqueueMessages } from "../../outbox/enqueue-message.ts"
import type { SqlTransaction } from "../../kernel/transaction.ts"
import { cancelUnsent } from "./cancel-unsent-pages.ts"
import { handOver, lockGroups } from "./hand-over-escalation.ts"
import { restEscalations } from "./rest-escalation.ts"
import { isAnnouncedBefore } from "../../outbox/since-restore.ts"
import { isOfProject } from "../../outbox/page-recipient.ts"

export type Ending = {
  alertId: string
  event: "alert.acknowledged" | "alert.resolved"
  /** Distinguishes this end from others of the same alert. */
  change: string
  /** True during a flap: channels without editable messages announce it once per recipient. */
  isQuiet?: boolean
}

/**
 * End the escalations of alerts in the transaction that acknowledges or resolves them: no further step runs, unsent
 * pages are cancelled, and everybody already paged is notified. If a resolved alert leads a group with open alerts,
 * the oldest of those takes over. A recovery during a flap ends nothing: see `restEscalations`.
 */
export async function endEscalations(tx: SqlTransaction, endings: Ending[]): Promise<void> {
  const isRest = ({ event, isQuiet }: Ending) => event === "alert.resolved" && isQuiet === true
  const idsOf = (some: Ending[]) => some.map(({ alertId }) => alertId)
  const ended = endings.filter((one) => !isRest(one))
  const takenOver = await stopEscalations(
    tx,
    idsOf(ended),
    new Set(idsOf(ended.filter(({ event }) => event === "alert.resolved"))),
  )
  const left = await restEscalations(tx, idsOf(endings.filter(isRest)))
  if (endings.length > 0) await notifyPaged(tx, endings, takenOver.union(left))
}

/**
 * Run no further step and cancel unsent pages, without a message.
 *
 * @param resolved those whose group another alert takes over.
 * @returns the alerts that have a successor.
 */
export async function stopEscalations(
  tx: SqlTransaction,
  alertIds: string[],
  resolved: ReadonlySet<string>,
): Promise<Set<string>> {
  if (alertIds.length === 0) return new Set()
  const locked = await lockGroups(tx, alertIds)
  await tx.query({
    name: "end-escalations",
    text: `
      update escalation set state = 'ended', ended_at = now()
       where alert_id = any($1::uuid[]) and state <> 'ended'`,
    values: [alertIds],
  })
  const takenOver = await handOver(
    tx,
    locked.filter(({ alertId }) => resolved.has(alertId)),
    "over",
  )
  await cancelUnsent(
    tx,
    alertIds.filter((alertId) => !takenOver.has(alertId)),
  )
  return takenOver
}

type Recipient = {
  alertId: string
  pageId: string
  projectId: string
  channelId: string | null
  userId: string
  kind: ChannelKind
  /** Until the lease of a delivery in progress ends. */
  delaySeconds: number
  /** Whether this recipient was sent an earlier resolution or reopening of the alert. */
  wasSentResolved: boolean
  wasSentReopened: boolean
  /** Paged before a restore from a backup, and recovered at its first checks. */
  wasAnnouncedBefore: boolean
  isSnoozed: boolean
}

const allChanges = new Set(channelKindsWhere(({ sendsChanges }) => sendsChanges === "all"))
const withoutChanges = channelKindsWhere(({ sendsChanges }) => sendsChanges === "none")
const editable = new Set(channelKindsWhere(({ editsMessages }) => editsMessages))

type Change = {
  alertId: string
  event:
    | Ending["event"]
    | "alert.reopened"
    | "alert.flap_ended"
    | "alert.joined"
    | "alert.unacknowledged"
  /** Distinguishes this change from others of the same kind. */
  change: string
  isQuiet?: boolean
  /** True to send a new message where messages cannot be edited, once per recipient. */
  isForOthers?: boolean
  /** Defaults to 0. */
  delaySeconds?: number
}

/** SQL: the recipient was sent this event of the alert, for any of its pages. */
const wasAnnounced = (event: "alert.resolved" | "alert.reopened") => `
  exists (select from page earlier join delivery sent on sent.page_id = earlier.id
           where earlier.alert_id = page.alert_id and sent.event = '${event}' and sent.target = d.target)`

/**
 * Notify everybody who was paged for the alert, or for alerts in its group, of a change.
 *
 * @param takenOver alerts whose group another alert leads from now on; their resolution is not announced.
 */
export async function notifyPaged(
  tx: SqlTransaction,
  changes: Change[],
  takenOver: ReadonlySet<string> = new Set(),
): Promise<void> {
  const alertIds = changes.map(({ alertId }) => alertId)
  const recipients = await tx.query<Recipient>({
    name: "paged-recipients",
    text: `
      select case when page.alert_id = any($1::uuid[]) then page.alert_id else e.lead_id end as "alertId",
             page.id as "pageId", page.project_id as "projectId",
             page.user_id as "userId", d.channel_id as "channelId", coalesce(channel.kind, 'email') as kind,
             greatest(0, extract(epoch from coalesce(lease.until, now()) - now()))::float8 as "delaySeconds",
             ${wasAnnounced("alert.resolved")} as "wasSentResolved", ${wasAnnounced("alert.reopened")} as "wasSentReopened",
             ${isAnnouncedBefore("now()", "page.created_at")} as "wasAnnouncedBefore",
             coalesce(alert.snoozed_until > now(), false) as "isSnoozed"
        from page
        join alert on alert.id = page.alert_id
        join escalation e on e.alert_id = page.alert_id
        join delivery d on d.page_id = page.id and d.event = 'alert.created'
        left join delivery_lease lease on lease.delivery_id = d.id
        left join channel on channel.id = d.channel_id
       where (page.alert_id = any($1::uuid[]) or e.lead_id = any($1::uuid[]))
         and (d.channel_id is null) = (d.account_id is not null) and (channel.kind = any($2::channel_kind[])) is not true
         and (d.state = 'delivered' or lease.until >= now()) and ${isOfProject}
       order by page.created_at desc, page.id desc`,
    values: [alertIds, changes.some(({ isForOthers }) => isForOthers) ? [] : withoutChanges],
  })
  const byAlert = new Map(changes.map((change) => [change.alertId, change]))
  await enqueueMessages(
    tx,
    recipients.flatMap(
      ({ kind, alertId, channelId: id, userId, wasSentResolved, wasSentReopened, ...rest }) => {
        const { wasAnnouncedBefore, isSnoozed, ...page } = rest
        const said = byAlert.get(alertId)
        const { event, change, delaySeconds = 0, isQuiet = false, isForOthers = false } = said ?? {}
        const isAboutFlap = isQuiet || event === "alert.reopened" || event === "alert.flap_ended"
        const isKnown = event === "alert.resolved" && wasAnnouncedBefore
        const isQuietChange =
          isKnown || event === "alert.joined" || event === "alert.unacknowledged"
        const updatedKinds = isQuietChange || isAboutFlap ? editable : allChanges
        const isUpdated = isForOthers ? !editable.has(kind) : updatedKinds.has(kind)
        const isAnnounced =
          event === "alert.flap_ended" ||
          (event === "alert.resolved" &&
            !takenOver.has(alertId) &&
            !isKnown &&
            !(isQuiet && wasSentResolved)) ||
          (event === "alert.reopened" &&
            wasSentResolved &&
            !isSnoozed &&
            !(isQuiet && wasSentReopened))
        if (event === undefined || (!isUpdated && !isAnnounced)) return []
        // An update is sent once per page; an announcement once per alert, for its latest page.
        const subject = isUpdated && !isForOthers ? page.pageId : alertId
        return [
          {
            ...page,
            delaySeconds: Math.max(page.delaySeconds, delaySeconds),
            queue: isUpdated ? ("page" as const) : ("notice" as const),
            event,
            subjectId: alertId,
            recipient: id === null ? { accountId: userId } : { channel: { id, kind } },
            dedupeKey: `page:${subject}:${event}:${change}:${id ?? userId}`,
          },
        ]
      },
    ),
  )
}
