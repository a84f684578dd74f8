import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { messageQueue } from "../src/notify/message/message-queue.ts"
import { startQueue } from "../src/notify/engine/start-queue.ts"
import { readPageMessages } from "../src/notify/page/page-message.ts"
import { end } from "./stage.ts"
import { stubSenders } from "./stub-senders.ts"
import { divideCores, printTable, quantile, sharedMs, spreads } from "./machine.ts"
import type { Installation } from "./installed.ts"
import type { Order, QueuedPages } from "./notify-enqueue.ts"

const pollMs = 10

export type Starts = {
  /** Of the table. */
  title: string
  /** When the sending of each delivery started. */
  startedMs: Map<string, number>
  /** CPU so far, in milliseconds, of what `cpuOf` names. */
  cpuMs(): number
  cpuOf: string
  seconds: number
  rounds: number
  /** Pages a second of the busy half. */
  rate: number
}

/** The queue of pages in this process, without the roles and a network. */
export async function measureStartsAlone(
  { services, connectionString }: Installation,
  projectId: string,
  { isPinned, ...size }: { seconds: number; rounds: number; isPinned: boolean },
): Promise<void> {
  await services.database.pool.query("truncate delivery cascade")
  const startedMs = new Map<string, number>()
  const channels = stubSenders((deliveryId) => void startedMs.set(deliveryId, sharedMs()))
  const readPages = readPageMessages
  // If pinned, the workers have one core; the process that enqueues and the database run on the other.
  const core = isPinned ? divideCores() : []
  const queue = startQueue(services, messageQueue(services, "page", { channels, readPages }))
  const stop = services.bus.subscribe("delivery.due", queue.nudge)
  const title = "commit to the start of sending"
  const starts = { ...size, title, startedMs, cpuMs: ownCpuMs, cpuOf: "workers'", rate: 1000 }
  const env = { DATA_DIR: services.env.DATA_DIR, LOG_LEVEL: services.env.LOG_LEVEL }
  await measureStarts(starts, { command: core, args: [connectionString, projectId], env })
  stop()
  await queue.stop()
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** `command`: the prefix of a core. `args`: of notify-enqueue.ts. */
type Enqueuer = { command: string[]; args: string[]; env: Record<string, string> }

/** Measures the time from the commit that enqueues a page to the start of its sending. */
export async function measureStarts(
  { title, startedMs, cpuMs, cpuOf, seconds, rounds, rate }: Starts,
  { command, args, env }: Enqueuer,
): Promise<void> {
  const [program, ...words] = [...command, process.execPath]
  const file = join(import.meta.dirname, "notify-enqueue.ts")
  const enqueuer = spawn(program, [...words, file, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  await once(enqueuer, "message")

  async function measure(order: Order): Promise<number[]> {
    startedMs.clear()
    const before = cpuMs()
    enqueuer.send(order)
    const [{ pages, perSecond }] = (await once(enqueuer, "message")) as [QueuedPages]
    while (startedMs.size < pages.length) await wait(pollMs)
    const cpu = ((cpuMs() - before) * 1000) / pages.length
    const times = pages.map(([id, committed]) => (startedMs.get(id) ?? Number.NaN) - committed)
    const sorted = times.toSorted((one, other) => one - other)
    return [perSecond, quantile(sorted, 0.5), quantile(sorted, 0.99), cpu]
  }

  const pagesEach = 10
  const alone: Order = { transactions: 200, pagesEach: 1, everyMs: 25 }
  const everyMs = (pagesEach * 1000) / rate
  const busy: Order = { transactions: (seconds * 1000) / everyMs, pagesEach, everyMs }
  // Warm up V8.
  await measure({ ...busy, transactions: 100 })
  await measure({ ...alone, transactions: 50 })
  const figures: Record<"alone" | "busy", number[]>[] = []
  for (let round = 0; round < rounds; round += 1) {
    figures.push({ alone: await measure(alone), busy: await measure(busy) })
  }
  await end(enqueuer)
  printTable(
    [title, "pages/s", "p50, ms", "p99, ms", `${cpuOf} CPU, µs per page`],
    [
      ["one at a time", ...spreads(figures.map(({ alone }) => alone))],
      [`${rate.toLocaleString("en")} pages/s`, ...spreads(figures.map(({ busy }) => busy))],
    ],
  )
}
