import type { ChannelKind } from "../../prisma/generated/enums.ts"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { runDueStep } from "../../src/graphql/on-call/escalation/run-step.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { newId } from "../../src/platform/id.ts"
import type { PageMessage } from "../../src/channels/message.ts"
import { readPageMessages } from "../../src/notify/page/page-message.ts"
import { openingOf } from "../../src/channels/alert-standing.ts"
import { shownMessage } from "../../src/channels/shown-message.ts"
import { checkOf, insertMonitor, offline } from "./checks.ts"
import type { World } from "./world.ts"

/** Paging, step by step. Nothing waits: due times are moved to now. */
export function pagingOf(world: World) {
  const { prisma, pool } = world.services.database
  const sql = (text: string, values: unknown[] = []) => pool.query(text, values)
  return {
    sql,
    /** A verified channel of a person or a project; nothing is ever sent over it. */
    async channel(owner: { userId: string } | { projectId: string }, kind: ChannelKind) {
      const id = newId()
      await prisma.channel.create({
        data: {
          id,
          ...owner,
          kind,
          name: kind,
          hint: "…",
          sealedConfig: world.services.vault.seal("{}"),
          addressHash: Buffer.from(id),
          verifiedAt: new Date(),
        },
      })
      return id
    },
    /** A monitor that goes offline at its first failed check; with its own host by default. */
    async monitor(projectId: string, host = `${newId()}.example`) {
      const monitor = await insertMonitor(world, projectId, { failureThreshold: 1 })
      await prisma.monitor.update({ where: { id: monitor.id }, data: { host } })
      return monitor
    },
    /** A failed check of a monitor, or of a new one; returns its latest alert. */
    async fail(
      projectId: string,
      monitor?: { id: string; seq: number },
      more: Partial<Parameters<typeof checkOf>[2]> = {},
    ) {
      const failing = monitor ?? (await this.monitor(projectId))
      const seen = { ...offline, address: null, ...more }
      await recordChecks(world.services, [checkOf(failing, new Date(), seen)])
      const alert = await prisma.alert.findFirstOrThrow({
        where: { monitorId: failing.id },
        orderBy: { createdAt: "desc" },
      })
      return { monitor: failing, alert }
    },
    /** Moves the times of an alert and of its monitor's state back. */
    async earlier(alertId: string, seconds: number) {
      const ago = `${seconds} seconds`
      await sql(
        `update flap set began_at = began_at - $2::interval, reopened_at = reopened_at - $2::interval,
                down_since = down_since - $2::interval, recovered_at = recovered_at - $2::interval,
                due_at = due_at - $2::interval where alert_id = $1`,
        [alertId, ago],
      )
      await sql(
        `update escalation set due_at = due_at - $2::interval, waiting_since = waiting_since - $2::interval
          where alert_id = $1`,
        [alertId, ago],
      )
      await sql("update page set created_at = created_at - $2::interval where alert_id = $1", [
        alertId,
        ago,
      ])
    },
    recover: (monitor: { id: string; seq: number }) =>
      recordChecks(world.services, [checkOf(monitor, new Date())]),
    /** The message of a delivery if it were sent now; null for none. */
    async read(deliveryId: string): Promise<PageMessage | null> {
      const [message = null] = await readPageMessages(world.services, [deliveryId])
      return message
    },
    /** A short form of the message of a page's first delivery. */
    async says(alertId: string) {
      const { id } = await prisma.delivery.findFirstOrThrow({
        where: { page: { alertId }, event: "alert.created" },
        orderBy: { createdAt: "asc" },
      })
      const message = await this.read(id)
      if (message === null) return null
      const others = message.others.listed.map(({ number }) => ` +#${number}`).join("")
      return `#${message.number} ${message.state}${others}`
    },
    acknowledge: (alertId: string) => acknowledgeAlert(world.system, alertId),
    /** Runs every due step; returns their number. */
    async runDueSteps() {
      let taken = 0
      while (await runDueStep(world.services)) taken += 1
      return taken
    },
    /** Makes the next step due now. */
    bringForward: (alertId: string) =>
      sql(
        "update escalation set due_at = date_trunc('milliseconds', now()) where alert_id = $1 and state = 'active'",
        [alertId],
      ),
    escalation: (alertId: string) => prisma.escalation.findUniqueOrThrow({ where: { alertId } }),
    /** Each page with its deliveries, as `round.rule name: kind after seconds`. */
    async pages(alertId: string) {
      const { rows } = await sql(
        `select page.round || '.' || page.rule_order || ' ' || coalesce(u.name, room.name) || ': '
                || coalesce(string_agg(split_part(d.target, ':', 1) || ' +'
                     || round(extract(epoch from d.due_at - d.created_at))
                     || case d.state when 'pending' then '' else ' ' || d.state end, ', ' order by d.due_at, d.target), 'no way') as line
           from page left join delivery d on d.page_id = page.id and d.event = 'alert.created'
           left join "user" u on u.id = page.user_id left join channel room on room.id = page.channel_id
          where page.alert_id = $1
          group by page.id, u.name, room.name order by page.round, page.rule_order, u.name`,
        [alertId],
      )
      return rows.map(({ line }) => String(line))
    },
    /** Later notifications of the people paged: event, queue and kind. */
    async news(alertId: string) {
      const { rows } = await sql(
        `select d.event || ' ' || d.queue || ' ' || split_part(d.target, ':', 1) as line
           from delivery d where d.subject_id = $1 and d.page_id is not null and d.event <> 'alert.created'
          order by 1`,
        [alertId],
      )
      return rows.map(({ line }) => String(line))
    },
    /** The same as messages, in order of creation: kind and first words. */
    async hears(alertId: string, kind: ChannelKind) {
      const { rows } = await sql(
        `select id from delivery where subject_id = $1 and page_id is not null and state = 'pending' and due_at <= now()
            and target like $2 || ':%' order by created_at, id`,
        [alertId, kind],
      )
      const said: string[] = []
      for (const { id } of rows) {
        const message = await this.read(String(id))
        if (message !== null) said.push(openingOf(shownMessage(message)) || "Page")
        await sql("update delivery set state = $2, settled_at = now() where id = $1", [
          id,
          message === null ? "cancelled" : "delivered",
        ])
      }
      return said
    },
    /** Simulates a worker that sends the due deliveries of an alert's pages. */
    deliver: (alertId: string) =>
      sql(
        `update delivery set state = 'delivered', settled_at = now()
          where subject_id = $1 and page_id is not null and state = 'pending' and due_at <= now()`,
        [alertId],
      ),
  }
}
