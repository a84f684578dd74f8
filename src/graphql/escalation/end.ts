import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import { Prisma } from "../../postgres.ts"
import { owe } from "../delivery/owe.ts"
import type { Transaction } from "../transaction.ts"
import { cancelUnsent } from "./cancel-unsent.ts"
import { handOver, holdGroups } from "./hand-over.ts"
import { isOfProject } from "./pass-on.ts"

export type Ending = {
  alertId: string
  event: "alert.acknowledged" | "alert.resolved"
  /** Tells this end from others of the same alert. */
  change: string
}

/**
 * Ends the paging for alerts in the transaction that acknowledges or resolves them: no turn is taken and nothing
 * is sent any more. Whoever was told already is told of the end. Where one is over that pages for others which are
 * not, the next of them goes on in its place.
 */
export async function endEscalations(tx: Transaction, endings: Ending[]): Promise<void> {
  if (endings.length === 0) return
  const alertIds = endings.map(({ alertId }) => alertId)
  const resolved = new Set(
    endings.flatMap(({ alertId, event }) => (event === "alert.resolved" ? [alertId] : [])),
  )
  const held = await holdGroups(tx, alertIds)
  await tx.db.$executeRaw`
    update escalation set state = 'ended', ended_at = now()
     where alert_id = any(${alertIds}::uuid[]) and state <> 'ended'`
  const followed = await handOver(
    tx,
    held.filter(({ alertId }) => resolved.has(alertId)),
    true,
  )
  await cancelUnsent(
    tx,
    alertIds.filter((alertId) => !followed.has(alertId)),
  )
  await tellPaged(tx, endings, followed)
}

type Told = {
  alertId: string
  pageId: string
  projectId: string
  channelId: string | null
  userId: string
  kind: ChannelKind
  /** Until whoever is sending right now must be done. */
  delaySeconds: number
}

/** What went over these is brought up to date in its place; the others say it anew, once, and only the end. */
const updated: ReadonlySet<ChannelKind> = new Set<ChannelKind>([
  "slack_webhook",
  "slack_bot",
  "discord_webhook",
  "discord_bot",
  "web_push",
])

/** Of these alone a message can be edited. */
const edited: ReadonlySet<ChannelKind> = new Set<ChannelKind>([
  "slack_bot",
  "discord_webhook",
  "discord_bot",
])

type Change = {
  alertId: string
  event: Ending["event"] | "alert.reopened" | "alert.joined"
  /** Tells this one from others of the same kind. */
  change: string
  /** At once where absent. */
  delaySeconds?: number
}

/**
 * Tells of a change over the ways that told of the alert, or of one that it followed; nobody is called for it.
 *
 * @param followed alerts that another pages for from now on: that they are over is no end.
 */
export async function tellPaged(
  tx: Transaction,
  changes: Change[],
  followed: ReadonlySet<string> = new Set(),
): Promise<void> {
  const alertIds = changes.map(({ alertId }) => alertId)
  const told = await tx.db.$queryRaw<Told[]>`
    select case when page.alert_id = any(${alertIds}::uuid[]) then page.alert_id else e.lead_id end as "alertId",
           page.id as "pageId", page.project_id as "projectId",
           page.user_id as "userId", d.channel_id as "channelId", coalesce(channel.kind, 'email') as kind,
           greatest(0, extract(epoch from coalesce(lease.until, now()) - now()))::float8 as "delaySeconds"
      from page
      join escalation e on e.alert_id = page.alert_id
      join delivery d on d.page_id = page.id and d.event = 'alert.created'
      left join delivery_lease lease on lease.delivery_id = d.id
      left join channel on channel.id = d.channel_id
     where (page.alert_id = any(${alertIds}::uuid[]) or e.lead_id = any(${alertIds}::uuid[]))
       and (d.channel_id is null) = (d.target like 'account:%') and channel.kind is distinct from 'voice'
       and (d.state = 'delivered' or lease.until >= now()) and ${Prisma.raw(isOfProject)}
     order by page.created_at desc, page.id desc`
  const news = new Map(changes.map((change) => [change.alertId, change]))
  await owe(
    tx,
    told.flatMap(({ kind, alertId, channelId: id, userId, ...page }) => {
      const { event, change, delaySeconds = 0 } = news.get(alertId) ?? {}
      const isUpdated = (event === "alert.joined" ? edited : updated).has(kind)
      const isEnd = event === "alert.resolved" && !followed.has(alertId)
      if (event === undefined || (!isUpdated && !isEnd)) return []
      // Where it is edited, once a page; where it is said anew, once an alert, on its latest page.
      const once = isUpdated ? page.pageId : alertId
      return [
        {
          ...page,
          delaySeconds: Math.max(page.delaySeconds, delaySeconds),
          lane: isUpdated ? ("page" as const) : ("notice" as const),
          event,
          subjectId: alertId,
          way: id === null ? { accountId: userId } : { channel: { id, kind } },
          dedupeKey: `page:${once}:${event}:${change}:${id ?? userId}`,
        },
      ]
    }),
  )
}
