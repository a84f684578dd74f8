import { setImmediate } from "node:timers/promises"
import { Redis } from "ioredis"
import type { Log } from "../log.ts"
import type { Message } from "../topics.ts"
import type { Bus } from "./bus.ts"
import { createListeners } from "./bus.ts"

/** Redis pub/sub. A Redis that is away fails a publish at once instead of holding its caller. */
export async function createRedisBus(url: string, channel: string, log: Log): Promise<Bus> {
  const listeners = createListeners()
  const shared = {
    lazyConnect: true,
    connectTimeout: 2000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (times: number) => Math.min(times * 100, 1000),
  }
  const sender = new Redis(url, { ...shared, commandTimeout: 1000 })
  const receiver = new Redis(url, { ...shared, autoResubscribe: false })
  let isUp = false
  let isClosing = false
  /** Settled once we listen, or know that we cannot yet. */
  const opened = Promise.withResolvers<undefined>()

  receiver.on("message", (_channel: string, text: string) => listeners.receive(text))
  receiver.on("ready", () => {
    receiver.subscribe(channel).then(
      () => {
        if (!isUp) log.info("bus connected")
        isUp = true
        listeners.lineBack()
        opened.resolve(undefined)
      },
      () => receiver.disconnect(true),
    )
  })
  receiver.on("close", () => {
    if (isUp && !isClosing) log.warn("bus lost; live updates come by polling until Redis is back")
    isUp = false
    if (!isClosing) listeners.lineLost()
    opened.resolve(undefined)
  })
  // Both connections report each failed attempt; the line above says it once.
  receiver.on("error", () => undefined)
  sender.on("error", () => undefined)
  await Promise.allSettled([sender.connect(), receiver.connect(), opened.promise])

  let waiting: Message[] = []
  let sending: Promise<void> | null = null
  async function send(): Promise<void> {
    await setImmediate()
    const batch = waiting
    waiting = []
    sending = null
    await sender.publish(channel, JSON.stringify(batch)).catch(() => undefined)
  }

  return {
    /** What several commits tell in one turn of the event loop goes out together. */
    async publish(messages) {
      if (messages.length === 0) return
      waiting.push(...messages)
      sending ??= send()
      await sending
    },
    subscribe: listeners.subscribe,
    onGap: listeners.onGap,
    isUp: () => isUp,
    async close() {
      isClosing = true
      listeners.clear()
      sender.disconnect()
      receiver.disconnect()
      await Promise.resolve()
    },
  }
}
