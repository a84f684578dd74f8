import { fork, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { sendRequests, type LoadStats } from "./request-load.ts"

type Order = {
  id: number
  address: string
  options: Parameters<typeof sendRequests>[1]
  /** Requests to send in rotation. */
  texts: string[]
}
type Report = { id: number; stats: Omit<LoadStats, "statuses">; statuses: [number, number][] }

export type Client = Awaited<ReturnType<typeof startClient>>

/** Sends requests from a separate process, because garbage collection in the benchmark's process stalls for 50 ms. */
export async function startClient() {
  const child: ChildProcess = fork(import.meta.filename)
  const waiting = new Map<number, (stats: LoadStats) => void>()
  child.on("message", ({ id, stats, statuses }: Report) => {
    waiting.get(id)?.({ ...stats, statuses: new Map(statuses) })
    waiting.delete(id)
  })
  await once(child, "spawn")
  let orders = 0
  return {
    sendRequests(address: string, options: Order["options"], texts: string[]): Promise<LoadStats> {
      orders += 1
      const { promise, resolve } = Promise.withResolvers<LoadStats>()
      waiting.set(orders, resolve)
      child.send({ id: orders, address, options, texts } satisfies Order)
      return promise
    },
    async stop(): Promise<void> {
      const ended = once(child, "exit")
      child.disconnect()
      await ended
    },
  }
}

async function answer({ id, address, options, texts }: Order): Promise<void> {
  let at = Math.floor(Math.random() * texts.length)
  const next = () => {
    at = (at + 1) % texts.length
    return texts[at] ?? ""
  }
  const { statuses, ...stats } = await sendRequests(address, options, next)
  process.send?.({ id, stats, statuses: [...statuses] } satisfies Report)
}

if (import.meta.main) process.on("message", (order: Order) => void answer(order))
