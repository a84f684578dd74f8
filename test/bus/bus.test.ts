import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Bus } from "../../src/bus/bus.ts"
import { createPostgresBus } from "../../src/bus/postgres.ts"
import { createRedisBus } from "../../src/bus/redis.ts"
import { newId } from "../../src/id.ts"
import { createLog } from "../../src/log.ts"
import type { Message, Payload } from "../../src/topics.ts"
import { parseMessage } from "../../src/topics.ts"
import type { TestRedis } from "../support/redis.ts"
import { startRedis } from "../support/redis.ts"
import { useWorld } from "../support/world.ts"

const world = useWorld()
const log = createLog("silent", "test")
const held: { redis?: TestRedis } = {}
// Where it has to be installed first, that takes a while.
beforeAll(async () => {
  held.redis = await startRedis()
}, 300_000)
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

  test("brings 3,000 messages of one process to another, in order, and none of another channel", async () => {
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

  test("stops telling a listener that left", async () => {
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

test("what names no topic is no message, whatever every object has by that name", () => {
  const sent = message()
  expect(parseMessage(sent)).toEqual(sent)
  expect(parseMessage({ topic: "toString", payload: {} })).toBeNull()
})

describe("a bus whose line breaks", () => {
  test("redis: publishing fails at once instead of hanging; gaps come while it is away and when it is back", async () => {
    const bus = await createRedisBus(redis().url, randomUUID(), log)
    expect(bus.isUp()).toBe(true)
    const away = gap(bus)
    await redis().kill()
    const began = performance.now()
    await bus.publish([message()])
    expect(performance.now() - began).toBeLessThan(1500)
    await away
    expect(bus.isUp()).toBe(false)
    await redis().restart()
    while (!bus.isUp()) await gap(bus)
    const arrived = heard(bus, 1)
    const sent = message()
    // The sending connection may come back a moment after the listening one.
    const sending = setInterval(() => void bus.publish([sent]), 50)
    expect(await arrived).toEqual([sent.payload])
    clearInterval(sending)
    await bus.close()
  })

  test("redis: a start without Redis is a start all the same", async () => {
    const bus = await createRedisBus("redis://127.0.0.1:1", randomUUID(), log)
    expect(bus.isUp()).toBe(false)
    await bus.publish([message()])
    await gap(bus)
    await bus.close()
  })

  test("postgres: a listener that is cut off comes back with a gap", async () => {
    const channel = randomUUID()
    const { pool } = world.services.database
    const bus = await createPostgresBus(world.connectionString, pool, channel, log)
    const back = gap(bus)
    await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where query = $1", [
      `listen "${channel}"`,
    ])
    await back
    while (!bus.isUp()) await gap(bus)
    const arrived = heard(bus, 1)
    const sent = message()
    await bus.publish([sent])
    expect(await arrived).toEqual([sent.payload])
    await bus.close()
  })
})
