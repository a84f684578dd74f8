import type { ChildProcess } from "node:child_process"
import { fork } from "node:child_process"
import { once } from "node:events"
import type { Volley } from "./volley.ts"
import { volley } from "./volley.ts"

type Order = {
  id: number
  address: string
  many: Parameters<typeof volley>[1]
  /** Sent one after the other, again and again. */
  texts: string[]
}
type Told = { id: number; done: Omit<Volley, "statuses">; statuses: [number, number][] }

/**
 * Volleys from a process of their own, on the core of whoever starts it: beside all that a bench holds, collecting the
 * garbage of the requests alone stands still for 50 ms.
 */
export async function startClient() {
  const child: ChildProcess = fork(import.meta.filename)
  const waiting = new Map<number, (volley: Volley) => void>()
  child.on("message", ({ id, done, statuses }: Told) => {
    waiting.get(id)?.({ ...done, statuses: new Map(statuses) })
    waiting.delete(id)
  })
  await once(child, "spawn")
  let orders = 0
  return {
    volley(address: string, many: Order["many"], texts: string[]): Promise<Volley> {
      orders += 1
      const { promise, resolve } = Promise.withResolvers<Volley>()
      waiting.set(orders, resolve)
      child.send({ id: orders, address, many, texts } satisfies Order)
      return promise
    },
    async stop(): Promise<void> {
      const ended = once(child, "exit")
      child.disconnect()
      await ended
    },
  }
}

async function answer({ id, address, many, texts }: Order): Promise<void> {
  let turn = Math.floor(Math.random() * texts.length)
  const next = () => {
    turn = (turn + 1) % texts.length
    return texts[turn] ?? ""
  }
  const { statuses, ...done } = await volley(address, many, next)
  process.send?.({ id, done, statuses: [...statuses] } satisfies Told)
}

if (import.meta.main) process.on("message", (order: Order) => void answer(order))
