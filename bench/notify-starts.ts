import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { messageQueue } from "../src/notify/message/message-queue.ts"
import { startQueue } from "../src/notify/engine/start-queue.ts"
import { readPageMessages } from "../src/notify/page/page-message.ts"
import type { Services } from "../src/platform/services.ts"
import { end } from "./stage.ts"
import { stubSenders } from "./stub-senders.ts"
import { divideCores, printTable, quantile, sharedMs, spreads } from "./machine.ts"
import type { Order, QueuedPages } from "./notify-enqueue.ts"

const pollMs = 10

/** Measures the time from the commit that enqueues a page to the call of its sender. */
export async function measureStarts(
  services: Services,
  connectionString: string,
  projectId: string,
  { seconds, isPinned, rounds }: { seconds: number; isPinned: boolean; rounds: number },
): Promise<void> {
  await services.database.pool.query("truncate delivery cascade")
  // If pinned, the workers have one core; the process that enqueues and the database run on the other.
  const [program, ...words] = [...(isPinned ? divideCores() : []), process.execPath]
  const file = join(import.meta.dirname, "notify-enqueue.ts")
  const enqueuer = spawn(program ?? "", [...words, file, connectionString, projectId], {
    env: { ...process.env, DATA_DIR: services.env.DATA_DIR, LOG_LEVEL: services.env.LOG_LEVEL },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  await once(enqueuer, "message")

  const startedMs = new Map<string, number>()
  const channels = stubSenders((deliveryId) => void startedMs.set(deliveryId, sharedMs()))
  const queue = startQueue(
    services,
    messageQueue(services, "page", { channels, readPages: readPageMessages }),
  )
  const stop = services.bus.subscribe("delivery.due", queue.nudge)

  async function measure(order: Order): Promise<number[]> {
    startedMs.clear()
    const before = process.cpuUsage()
    enqueuer.send(order)
    const [{ pages, perSecond }] = (await once(enqueuer, "message")) as [QueuedPages]
    while (startedMs.size < pages.length) await wait(pollMs)
    const { user, system } = process.cpuUsage(before)
    const times = pages.map(([id, committed]) => (startedMs.get(id) ?? Number.NaN) - committed)
    const sorted = times.toSorted((one, other) => one - other)
    const cpu = (user + system) / times.length
    return [perSecond, quantile(sorted, 0.5), quantile(sorted, 0.99), cpu]
  }

  const alone: Order = { transactions: 200, pagesEach: 1, everyMs: 25 }
  const busy: Order = { transactions: seconds * 100, pagesEach: 10, everyMs: 10 }
  // Warm up V8.
  await measure({ ...busy, transactions: 100 })
  await measure({ ...alone, transactions: 50 })
  const figures: Record<"alone" | "busy", number[]>[] = []
  for (let round = 0; round < rounds; round += 1) {
    figures.push({ alone: await measure(alone), busy: await measure(busy) })
  }
  stop()
  await queue.stop()
  await end(enqueuer)
  printTable(
    [
      "commit to the start of sending",
      "pages/s",
      "p50, ms",
      "p99, ms",
      "workers' CPU, µs per page",
    ],
    [
      ["one at a time", ...spreads(figures.map(({ alone }) => alone))],
      ["1,000 pages/s", ...spreads(figures.map(({ busy }) => busy))],
    ],
  )
}
