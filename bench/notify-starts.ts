import { setTimeout as wait } from "node:timers/promises"
import { owe } from "../src/graphql/delivery/owe.ts"
import { transact } from "../src/graphql/transaction.ts"
import { newId } from "../src/id.ts"
import type { Channel } from "../src/notify/channels/channel.ts"
import type { Channels } from "../src/notify/channels/channels.ts"
import { channels } from "../src/notify/channels/channels.ts"
import { startLane } from "../src/notify/lane/work.ts"
import { readPageMessages } from "../src/notify/page/message.ts"
import type { Services } from "../src/services.ts"
import { printTable, quantile } from "./machine.ts"
import { makePages } from "./notify-data.ts"

const everyMs = 10

/** From the commit that owes a page to the moment its sender is called, the alert's words read and all. */
export async function measureStarts(
  services: Services,
  projectId: string,
  seconds: number,
): Promise<void> {
  const { pool } = services.database
  await pool.query("truncate delivery cascade")
  const { rows: ways } = await pool.query<{ id: string; kind: "email" }>(
    "select id, kind from channel order by id",
  )
  const pages = await makePages(services, projectId, 200)
  const committed = new Map<string, number>()
  const startedMs = new Map<string, number>()
  const stub: Channel<unknown> = {
    kind: "email",
    send(_config, _message, { deliveryId }) {
      startedMs.set(deliveryId, performance.now())
      return Promise.resolve({ kind: "delivered", receipt: deliveryId, isFinal: true })
    },
  }
  const stubs = Object.fromEntries(Object.keys(channels).map((kind) => [kind, stub])) as Channels
  const lane = startLane(services, "page", { channels: stubs, readPages: readPageMessages })
  const stop = services.bus.subscribe("delivery.due", lane.nudge)
  let owed = 0

  async function commit(count: number): Promise<void> {
    let ids: string[] = []
    // Published after the commit, so that is the moment of it.
    const bus: Services["bus"] = {
      ...services.bus,
      publish(messages) {
        for (const id of ids) committed.set(id, performance.now())
        return services.bus.publish(messages)
      },
    }
    await transact({ database: services.database, bus }, async (tx) => {
      ids = await owe(
        tx,
        Array.from({ length: count }, () => {
          owed += 1
          const channel = ways[owed % ways.length]
          const page = pages[owed % pages.length]
          if (channel === undefined || page === undefined) throw new Error("nothing was made")
          return {
            projectId,
            lane: "page" as const,
            event: "alert.created",
            subjectId: page.alertId,
            pageId: page.id,
            way: { channel },
            dedupeKey: newId(),
          }
        }),
      )
    })
  }

  let own = process.cpuUsage()
  async function told(name: string): Promise<(string | number)[]> {
    while (startedMs.size < committed.size) await wait(everyMs)
    const { user, system } = process.cpuUsage(own)
    const times = [...committed].map(([id, at]) => (startedMs.get(id) ?? Number.NaN) - at)
    const sorted = times.toSorted((one, other) => one - other)
    committed.clear()
    startedMs.clear()
    own = process.cpuUsage()
    const cpu = (user + system) / times.length
    return [name, times.length, quantile(sorted, 0.5), quantile(sorted, 0.99), cpu]
  }

  for (let count = 0; count < 50; count += 1) await commit(1)
  await told("warming up")
  for (let count = 0; count < 200; count += 1) {
    await commit(1)
    await wait(everyMs)
  }
  const rows = [await told("one at a time")]
  const from = performance.now()
  const running: Promise<void>[] = []
  for (let round = 1; round <= (seconds * 1000) / everyMs; round += 1) {
    running.push(commit(everyMs))
    await wait(Math.max(0, from + round * everyMs - performance.now()))
  }
  await Promise.all(running)
  const rate = (committed.size / (performance.now() - from)) * 1000
  rows.push(await told(`${Math.round(rate)} a second`))
  stop()
  await lane.stop()
  printTable(
    ["commit to the start of the send", "pages", "ms p50", "ms p99", "our µs of CPU"],
    rows,
  )
}
