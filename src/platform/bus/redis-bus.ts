import type { Finding } from "../../findings/finding.ts"
import { setImmediate } from "node:timers/promises"
import type { Log } from "../log.ts"
import { awaitRedis, openRedis } from "../open-redis.ts"
import { serviceFault } from "../name-fault.ts"
import type { Message } from "../topics.ts"
import { createGapAnnouncer, createListeners, pingEveryMs, pingTimeoutMs, type Bus } from "./bus.ts"

/** Redis pub/sub. While Redis is unreachable, publishing fails at once instead of blocking the caller. */
export async function createRedisBus(url: string, channel: string, log: Log): Promise<Bus> {
  const listeners = createListeners()
  const shared = {
    lazyConnect: true,
    connectTimeout: 2000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (times: number) => Math.min(times * 100, 1000),
    commandTimeout: pingTimeoutMs,
  }
  const sender = openRedis(url, { ...shared, commandTimeout: 1000 })
  const receiver = openRedis(url, { ...shared, autoResubscribe: false })
  const gaps = createGapAnnouncer((batch) => sender.publish(channel, batch))
  let isUp = false
  let isClosing = false
  /** Resolves once subscribed, or once the first attempt has failed. */
  const opened = Promise.withResolvers<undefined>()

  receiver.on("message", (_channel: string, text: string) => listeners.receive(text))
  receiver.on("ready", () => {
    receiver.subscribe(channel).then(
      () => {
        if (!isUp) log.info("bus connected")
        isUp = true
        listeners.reconnected()
        opened.resolve(undefined)
      },
      () => receiver.disconnect(true),
    )
  })
  receiver.on("close", () => {
    lost()
    opened.resolve(undefined)
  })
  let fault: unknown = new Error("timeout")
  // Both connections report each failed attempt; the listener above logs it once.
  receiver.on("error", (error) => {
    fault = error
  })
  sender.on("error", () => undefined)
  sender.on("ready", () => void gaps.announce())
  function lost(): void {
    if (isUp && !isClosing)
      log.warn({ err: fault }, "bus disconnected; live updates use polling until Redis is back")
    isUp = false
    if (!isClosing) listeners.disconnected()
  }
  const trouble = (): Finding => ({
    code: "redis_unusable",
    parameters: { fault: [serviceFault(fault)] },
  })
  async function ping(): Promise<Finding | null> {
    if (!isUp) return trouble()
    const answers = await Promise.allSettled([sender.ping(), receiver.ping()])
    const failed = answers.find((answer) => answer.status === "rejected")
    if (failed === undefined) return isUp ? null : trouble()
    fault = failed.reason
    if (isClosing) return trouble()
    lost()
    sender.disconnect(true)
    receiver.disconnect(true)
    return trouble()
  }
  // While no Sentinel responds, the first attempt does not end.
  await Promise.all([awaitRedis(sender), awaitRedis(receiver)])
  if (receiver.status === "ready") await opened.promise
  if (!isUp)
    log.warn({ err: fault }, "bus not connected; live updates use polling until Redis is back")

  const pinging = setInterval(() => {
    void ping()
    void gaps.announce()
  }, pingEveryMs).unref()

  let waiting: Message[] = []
  let sending: Promise<void> | null = null
  async function send(): Promise<void> {
    await setImmediate()
    const batch = waiting
    waiting = []
    sending = null
    await sender.publish(channel, JSON.stringify(batch)).catch(gaps.publishFailed)
  }

  return {
    /** Messages of several commits in one tick go out together. */
    async publish(messages) {
      if (messages.length === 0) return
      waiting.push(...messages)
      sending ??= send()
      await sending
    },
    subscribe: listeners.subscribe,
    onGap: listeners.onGap,
    isUp: () => isUp,
    ping,
    async close() {
      isClosing = true
      clearInterval(pinging)
      listeners.clear()
      sender.disconnect()
      receiver.disconnect()
      await Promise.resolve()
    },
  }
}
