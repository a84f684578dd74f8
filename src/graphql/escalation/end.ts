import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import { owe } from "../delivery/owe.ts"
import type { Transaction } from "../transaction.ts"
import { cancelUnsent } from "./cancel-unsent.ts"

export type Ending = {
  alertId: string
  event: "alert.acknowledged" | "alert.resolved"
  /** Tells this end from others of the same alert. */
  change: string
}

/**
 * Ends the paging for alerts in the transaction that acknowledges or resolves them: no turn is taken and nothing
 * is sent any more. Whoever was told already is told of the end.
 */
export async function endEscalations(tx: Transaction, endings: Ending[]): Promise<void> {
  if (endings.length === 0) return
  const alertIds = endings.map(({ alertId }) => alertId)
  await tx.db.$executeRaw`
    update escalation set state = 'ended', ended_at = now()
     where alert_id = any(${alertIds}::uuid[]) and state <> 'ended'`
  await cancelUnsent(tx, alertIds)
  await tellPaged(tx, endings)
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

/** Tells of a change over the ways that told of the alert; nobody is called for it. */
export async function tellPaged(
  tx: Transaction,
  changes: { alertId: string; event: Ending["event"] | "alert.reopened"; change: string }[],
): Promise<void> {
  const told = await tx.db.$queryRaw<Told[]>`
    select page.alert_id as "alertId", page.id as "pageId", page.project_id as "projectId",
           page.user_id as "userId", d.channel_id as "channelId", coalesce(channel.kind, 'email') as kind,
           greatest(0, extract(epoch from coalesce(d.lease_until, now()) - now()))::float8 as "delaySeconds"
      from page
      join delivery d on d.page_id = page.id and d.event = 'alert.created'
      left join channel on channel.id = d.channel_id
     where page.alert_id = any(${changes.map(({ alertId }) => alertId)}::uuid[])
       and (d.channel_id is null) = (d.target like 'account:%') and channel.kind is distinct from 'voice'
       and (d.state = 'delivered' or d.lease_until >= now())
     order by page.created_at desc, page.id desc`
  const news = new Map(changes.map((change) => [change.alertId, change]))
  await owe(
    tx,
    told.flatMap(({ kind, alertId, channelId: id, userId, ...page }) => {
      const { event, change } = news.get(alertId) ?? {}
      const isUpdated = updated.has(kind)
      if (event === undefined || (!isUpdated && event !== "alert.resolved")) return []
      // Where it is edited, once a page; where it is said anew, once an alert, on its latest page.
      const once = isUpdated ? page.pageId : alertId
      return [
        {
          ...page,
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
