import { setTimeout as wait } from "node:timers/promises"
import { readEnv } from "../src/platform/env.ts"
import { enqueueMessages } from "../src/graphql/outbox/enqueue-message.ts"
import { transact } from "../src/graphql/kernel/transaction.ts"
import { newId } from "../src/platform/id.ts"
import { openServices, type Services } from "../src/platform/services.ts"
import { sharedMs } from "./machine.ts"
import { makePages } from "./notify-data.ts"

/** Enqueues pages from a separate process, as another role does. */
export type Order = { transactions: number; pagesEach: number; everyMs: number }

/** Each queued page and when its transaction was committed. */
export type QueuedPages = { pages: [id: string, committedMs: number][]; perSecond: number }

const [connectionString = "", projectId = ""] = process.argv.slice(2)
const services = await openServices(readEnv(process.env), connectionString, "bench")
const { rows: channels } = await services.database.pool.query<{ id: string; kind: "email" }>(
  "select id, kind from channel order by id",
)
const pages = await makePages(services, projectId, 200)
let count = 0

process.on("message", (order: Order) => {
  void work(order).then((queued) => process.send?.(queued))
})
process.on("disconnect", () => process.exit())
process.send?.("ready")

async function work({ transactions, pagesEach, everyMs }: Order): Promise<QueuedPages> {
  const from = performance.now()
  const running: Promise<QueuedPages["pages"]>[] = []
  for (let at = 1; at <= transactions; at += 1) {
    running.push(commit(pagesEach))
    await wait(Math.max(0, from + at * everyMs - performance.now()))
  }
  const queued = (await Promise.all(running)).flat()
  return { pages: queued, perSecond: (queued.length / (performance.now() - from)) * 1000 }
}

async function commit(pagesEach: number): Promise<QueuedPages["pages"]> {
  let committedMs = 0
  // transact publishes right after the commit.
  const bus: Services["bus"] = {
    ...services.bus,
    publish(messages) {
      committedMs = sharedMs()
      return services.bus.publish(messages)
    },
  }
  const ids = await transact({ database: services.database, bus }, (tx) =>
    enqueueMessages(tx, Array.from({ length: pagesEach }, next)),
  )
  return ids.map((id) => [id, committedMs])
}

function next() {
  count += 1
  const channel = channels[count % channels.length]
  const page = pages[count % pages.length]
  if (channel === undefined || page === undefined) throw new Error("no channel or page exists")
  return {
    projectId,
    queue: "page" as const,
    event: "alert.created",
    subjectId: page.alertId,
    pageId: page.id,
    recipient: { channel },
    dedupeKey: newId(),
  }
}
