import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Bus } from "../../src/platform/bus/bus.ts"
import { createPostgresBus } from "../../src/platform/bus/postgres-bus.ts"
import { createRedisBus } from "../../src/platform/bus/redis-bus.ts"
import { newId } from "../../src/platform/id.ts"
import { createLog } from "../../src/platform/log.ts"
import { connect } from "../../src/platform/postgres.ts"
import { parseMessage, type Message, type Payload } from "../../src/platform/topics.ts"
import { cutBus } from "../support/cut-bus.ts"
import { openProxy } from "../support/tcp-proxy.ts"
import { startRedis, type TestRedis } from "../support/redis.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const log = createLog("silent", "test")
const held: { redis?: TestRedis } = {}
beforeAll(async () => {
  held.redis = await startRedis()
})
afterAll(() => held.redis?.stop())

function redis(): TestRedis {
  if (held.redis === undefined) throw new Error("Redis starts in beforeAll")
  return held.redis
}

const kinds: Record<string, (channel: string) => Promise<Bus>> = {
  redis: (channel) => createRedisBus(redis().url, channel, log),
  postgres: (channel) =>
    createPostgresBus(world.connectionString, world.services.database.pool, channel, log),
}

const message = (): Message => ({
  topic: "incident.changed",
  payload: { projectId: newId(), incidentId: newId() },
})

const heard = (bus: Bus, count: number) =>
  new Promise<Payload<"incident.changed">[]>((resolve) => {
    const payloads: Payload<"incident.changed">[] = []
    bus.subscribe("incident.changed", (payload) => {
      payloads.push(payload)
      if (payloads.length === count) resolve(payloads)
    })
  })

const gap = (bus: Bus) =>
  new Promise<void>((resolve) => {
    const stop = bus.onGap(() => {
      stop()
      resolve()
    })
  })

describe.each(Object.keys(kinds))("the bus over %s", (kind) => {
  const open = (channel: string) => {
    const make = kinds[kind]
    if (make === undefined) throw new Error(`no bus of kind ${kind}`)
    return make(channel)
  }

  test("delivers 3,000 messages of one process to another in order, and none of another channel", async () => {
    const channel = randomUUID()
    const [sender, receiver, stranger] = await Promise.all([
      open(channel),
      open(channel),
      open(randomUUID()),
    ])
    const messages = Array.from({ length: 3000 }, message)
    const arrived = heard(receiver, messages.length)
    await stranger.publish([message()])
    await sender.publish(messages)
    expect(await arrived).toEqual(messages.map(({ payload }) => payload))
    await Promise.all([sender, receiver, stranger].map((bus) => bus.close()))
  })

  test("stops calling a listener that unsubscribed", async () => {
    const bus = await open(randomUUID())
    const seen: unknown[] = []
    const leave = bus.subscribe("incident.changed", (payload) => seen.push(payload))
    leave()
    const arrived = heard(bus, 1)
    await bus.publish([message()])
    await arrived
    expect(seen).toEqual([])
    await bus.close()
  })
})

test("ignores messages without a known topic, including names every object has", () => {
  const sent = message()
  expect(parseMessage(sent)).toEqual(sent)
  expect(parseMessage({ topic: "toString", payload: {} })).toBeNull()
})

describe("a bus whose connection breaks", () => {
  test("redis: publishing fails at once instead of hanging; gaps are raised while it is down and when it is back", async () => {
    const bus = await createRedisBus(redis().url, randomUUID(), log)
    expect(bus.isUp()).toBe(true)
    const away = gap(bus)
    await redis().kill()
    const began = performance.now()
    await bus.publish([message()])
    expect(performance.now() - began).toBeLessThan(60_000)
    await away
    expect(bus.isUp()).toBe(false)
    await redis().restart()
    while (!bus.isUp()) await gap(bus)
    const arrived = heard(bus, 1)
    const sent = message()
    // The sending connection may reconnect a moment after the listening one.
    const sending = setInterval(() => void bus.publish([sent]), 50)
    expect(await arrived).toEqual([sent.payload])
    clearInterval(sending)
    await bus.close()
  })

  test("redis: a failed publish raises a gap for processes whose own connection never broke", async () => {
    const channel = randomUUID()
    const proxy = await openProxy(Number(new URL(redis().url).port))
    const sender = await createRedisBus(`redis://127.0.0.1:${proxy.port}`, channel, log)
    const receiver = await createRedisBus(redis().url, channel, log)
    proxy.cut()
    await sender.publish([message()])
    const received = gap(receiver)
    proxy.restore()
    await received
    expect(receiver.isUp()).toBe(true)
    await Promise.all([sender.close(), receiver.close()])
  })

  test("postgres: a failed publish raises a gap for processes whose own connection never broke", async () => {
    const channel = randomUUID()
    const { pool } = world.services.database
    const url = new URL(world.connectionString)
    const proxy = await openProxy(Number(url.port))
    url.host = `127.0.0.1:${proxy.port}`
    const cut = connect(url.href, 1)
    const sender = await createPostgresBus(url.href, cut.pool, channel, log)
    const receiver = await createPostgresBus(world.connectionString, pool, channel, log)
    proxy.cut()
    await sender.publish([message()])
    const received = gap(receiver)
    proxy.restore()
    await received
    expect(receiver.isUp()).toBe(true)
    await Promise.all([sender.close(), receiver.close()])
    await cut.end()
  })

  test("redis: detects a hanging server within seconds, and resumes once it responds", async () => {
    const bus = await createRedisBus(redis().url, randomUUID(), log)
    expect(await bus.ping()).toBeNull()
    process.kill(redis().pid, "SIGSTOP")
    try {
      const away = gap(bus)
      const began = performance.now()
      expect(await bus.ping()).toMatchObject({
        code: expect.stringMatching(/redis_unusable|notifications_silent/),
      })
      expect(performance.now() - began).toBeLessThan(60_000)
      expect(bus.isUp()).toBe(false)
      await away
    } finally {
      process.kill(redis().pid, "SIGCONT")
    }
    while (!bus.isUp()) await gap(bus)
    await expect.poll(() => bus.ping()).toBeNull()
    await bus.close()
    expect(await bus.ping()).toMatchObject({
      code: expect.stringMatching(/redis_unusable|notifications_silent/),
    })
  })

  test("postgres: detects and replaces a silent connection within seconds", async () => {
    const url = new URL(world.connectionString)
    const proxy = await openProxy(Number(url.port))
    url.host = `127.0.0.1:${proxy.port}`
    const bus = await createPostgresBus(url.href, world.services.database.pool, randomUUID(), log)
    expect(await bus.ping()).toBeNull()
    proxy.goSilent()
    expect(await bus.ping()).toMatchObject({
      code: expect.stringMatching(/redis_unusable|notifications_silent/),
    })
    expect(bus.isUp()).toBe(false)
    while (!bus.isUp()) await gap(bus)
    expect(await bus.ping()).toBeNull()
    await bus.close()
  })

  test("redis: starts without a reachable Redis", async () => {
    const bus = await createRedisBus("redis://127.0.0.1:1", randomUUID(), log)
    expect(bus.isUp()).toBe(false)
    await bus.publish([message()])
    await gap(bus)
    await bus.close()
  })

  test("postgres: raises a gap after a terminated listener reconnects", async () => {
    const channel = randomUUID()
    const { pool } = world.services.database
    const bus = await createPostgresBus(world.connectionString, pool, channel, log)
    const back = gap(bus)
    await cutBus(pool)
    await back
    while (!bus.isUp()) await gap(bus)
    const arrived = heard(bus, 1)
    const sent = message()
    await bus.publish([sent])
    expect(await arrived).toEqual([sent.payload])
    await bus.close()
  })
})
