import { enqueue } from "../../src/graphql/delivery/enqueue.ts"
import type { EventKind } from "../../src/graphql/delivery/event.ts"
import { transact } from "../../src/graphql/transaction.ts"
import { createEndpoint } from "../../src/graphql/webhook/create.ts"
import { newId } from "../../src/id.ts"
import { claimDue } from "../../src/notify/claim.ts"
import { addressEvents } from "../../src/notify/deliver.ts"
import { attemptDelivery } from "../../src/notify/webhook/attempt.ts"
import { reap } from "../../src/notify/reap.ts"
import { claimWebhooks } from "../../src/notify/webhook/claim.ts"
import type { Attempt } from "../../src/notify/webhook/settle.ts"
import type { Send } from "../../src/notify/webhook/send.ts"
import type { World } from "./world.ts"

/** Deliveries to webhook endpoints, step by step. Nothing is waited for: what is due is moved there. */
export function webhooksOf(world: World) {
  const sql = (text: string, values: unknown[] = []) =>
    world.services.database.pool.query(text, values)
  return {
    sql,
    make: (projectId: string, url: string, eventTypes: EventKind[] = ["alert.created"]) =>
      createEndpoint(world.system, { projectId, url, eventTypes }),
    /** An event as its cause would write it; answers its subject. */
    async happen(projectId: string, event: EventKind = "alert.created", subjectId = newId()) {
      await transact(world.services, (tx) =>
        enqueue(tx, {
          projectId,
          event,
          subjectId,
          dedupeKey: newId(),
          payload: { alert: { id: subjectId, title: "“down”" } },
        }),
      )
      return subjectId
    },
    async address() {
      const claim = await claimDue(world.services.database.pool, 100)
      return addressEvents(world.services, claim)
    },
    claim: (room = { all: 64, failing: 32 }) => claimWebhooks(world.services, room),
    /** Claims and attempts what is due, once; answers whether each was settled. */
    async sendDue(send: Send, services = world.services) {
      const { token, rows } = await this.claim()
      return Promise.all(rows.map((held) => attemptDelivery(services, send, token, held)))
    },
    deliveriesTo: (endpointId: string) =>
      world.services.database.prisma.delivery.findMany({
        where: { endpointId },
        orderBy: { id: "asc" },
        include: { attempts: { orderBy: { number: "asc" } } },
      }),
    endpoint: (id: string) =>
      world.services.database.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } }),
    /** As if whoever holds deliveries had been gone for 30 s. */
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

/** An attempt as it comes back from sending. */
export const attemptOf = (more: Partial<Attempt> = {}): Attempt => ({
  startedAt: new Date(),
  durationMs: 12,
  outcome: "rejected",
  responseStatus: 500,
  responseHeaders: "",
  responseBody: "",
  error: "The endpoint answered 500.",
  retryAfter: null,
  ...more,
})
