import { deliveryInWords } from "./in-words.ts"
import { partlyTold } from "./effects.ts"
import { enqueue } from "../../src/graphql/outbox/enqueue-event.ts"
import type { EventKind } from "../../src/graphql/outbox/event-kinds.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { createEndpoint } from "../../src/graphql/delivery/webhook/create-webhook.ts"
import { newId } from "../../src/platform/id.ts"
import { fanOutDue } from "./events.ts"
import { attemptWebhook } from "../../src/notify/webhook/attempt-webhook.ts"
import { reap } from "../../src/notify/engine/reap-leases.ts"
import { claimWebhooks, type ClaimedWebhook } from "../../src/notify/webhook/claim-webhooks.ts"
import { settleWebhooks, type Attempt } from "../../src/notify/webhook/settle-webhooks.ts"
import type { Send } from "../../src/platform/send-post.ts"
import type { Services } from "../../src/platform/services.ts"
import type { World } from "./world.ts"

/** Webhook deliveries, step by step. Nothing waits: due times are moved to now. */
export function webhooksOf(world: World) {
  const sql = (text: string, values: unknown[] = []) =>
    world.services.database.pool.query(text, values)
  return {
    sql,
    make: (projectId: string, url: string, eventTypes: EventKind[] = ["alert.created"]) =>
      createEndpoint(world.system, { projectId, url, eventTypes }),
    /** Enqueues an event; returns its subject. */
    async happen(projectId: string, event: EventKind = "alert.created", subjectId = newId()) {
      await transact(world.services, (tx) =>
        enqueue(
          tx,
          partlyTold({
            projectId,
            event,
            subjectId,
            dedupeKey: newId(),
            payload: { alert: { id: subjectId, title: "“down”" } },
          }),
        ),
      )
      return subjectId
    },
    address: () => fanOutDue(world.services),
    /** With this many free slots for healthy and for failing endpoints. */
    async claim({ answering = 128, failing = 64, busy = {} } = {}) {
      const free = { answering: { free: answering, busy }, failing: { free: failing, busy } }
      const perTarget = { answering: 4, failing: 1 }
      const rows = await claimWebhooks(world.services.database.pool, free, perTarget)
      return { token: rows[0]?.token ?? "", rows }
    },
    async settle(
      token: string,
      held: ClaimedWebhook,
      attempt: Attempt,
      services: Services = world.services,
    ) {
      const [isOurs = false] = await settleWebhooks(services, [
        { claimed: { ...held, token }, attempt },
      ])
      return isOurs
    },
    async attempt(send: Send, token: string, held: ClaimedWebhook, services = world.services) {
      return this.settle(token, held, await attemptWebhook(services, send, held), services)
    },
    /** Claims and attempts due deliveries, once; returns whether each was settled. */
    async sendDue(send: Send, services = world.services) {
      const { token, rows } = await this.claim()
      return Promise.all(rows.map((held) => this.attempt(send, token, held, services)))
    },
    /** With their errors in words. */
    async deliveriesTo(endpointId: string) {
      const rows = await world.services.database.prisma.delivery.findMany({
        where: { endpointId },
        orderBy: { id: "asc" },
        include: { attempts: { orderBy: { number: "asc" } } },
      })
      return rows.map(deliveryInWords)
    },
    endpoint: (id: string) =>
      world.services.database.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } }),
    /** Expires the leases, as if their worker had been gone for 30 s. */
    async takeBack(): Promise<void> {
      await sql("update delivery_lease set until = now() - interval '1 ms'")
      await reap(world.services)
    },
    bringForward: () =>
      sql("update delivery set due_at = date_trunc('milliseconds', now()) where state = 'pending'"),
    /** Seconds from now until it is due. */
    async dueIn(id: string): Promise<number> {
      const { rows } = await sql(
        "select extract(epoch from due_at - now())::float8 as seconds from delivery where id = $1",
        [id],
      )
      return rows[0]?.seconds
    },
  }
}

/** The result of an attempt. */
export const attemptOf = (more: Partial<Attempt> = {}): Attempt => ({
  startedAt: new Date(),
  durationMs: 12,
  outcome: "rejected",
  responseStatus: 500,
  responseHeaders: "",
  responseBody: "",
  finding: { code: "endpoint_refused", parameters: { receiver: "endpoint", status: 500 } },
  retryAfter: null,
  ...more,
})
