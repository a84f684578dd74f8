import { partlyTold } from "../support/effects.ts"
import { beforeEach, expect, test } from "vitest"
import { enqueue } from "../../src/graphql/outbox/enqueue-event.ts"
import type { EventKind } from "../../src/graphql/outbox/event-kinds.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { newId } from "../../src/platform/id.ts"
import { claimLocked } from "../../src/notify/engine/claim-deliveries.ts"
import { renewLeases } from "../../src/notify/engine/lease.ts"
import { createSlots } from "../../src/notify/engine/slots.ts"
import { startQueue } from "../../src/notify/engine/start-queue.ts"
import { reap } from "../../src/notify/engine/reap-leases.ts"
import { makeProject, useWorld } from "../support/world.ts"
import { claimEvents, fanOut } from "../../src/notify/event/event-queue.ts"
import { fanOutDue } from "../support/events.ts"

const get = (target: object, key: string | symbol): unknown => Reflect.get(target, key)
const world = useWorld()

beforeEach(() => world.services.database.pool.query("delete from delivery"))

async function enqueueMessages(...events: EventKind[]): Promise<string[]> {
  const { id: projectId } = await makeProject(world)
  for (const event of events) {
    await transact(world.services, (tx) =>
      enqueue(
        tx,
        partlyTold({ projectId, event, subjectId: projectId, dedupeKey: newId(), payload: {} }),
      ),
    )
  }
  const rows = await world.services.database.prisma.delivery.findMany({
    where: { projectId },
    orderBy: { id: "asc" },
  })
  return rows.map(({ id }) => id)
}

const readRow = (id: string | undefined) =>
  world.services.database.prisma.delivery.findUniqueOrThrow({ where: { id: id ?? "" } })

const endLeases = () =>
  world.services.database.pool.query("update delivery_lease set until = now() - interval '1 ms'")

const secondsLeft = async (id: string | undefined): Promise<number> => {
  const { rows } = await world.services.database.pool.query<{ left: number }>(
    "select extract(epoch from until - now())::float as left from delivery_lease where delivery_id = $1",
    [id],
  )
  return rows[0]?.left ?? 0
}

test("an event without subscribers is settled as unaddressed", async () => {
  const [id] = await enqueueMessages("incident.created")
  expect(await fanOutDue(world.services)).toBe(1)
  expect(await readRow(id)).toMatchObject({
    state: "unaddressed",
    attemptCount: 0,
    lastError: null,
    settledAt: expect.any(Date),
  })
  expect(await fanOutDue(world.services)).toBe(0)
})

test("the most urgent go first, and deliveries due later wait", async () => {
  const { pool } = world.services.database
  const ids = await enqueueMessages(
    "monitor.updated",
    "alert.created",
    "incident.created",
    "alert.created",
  )
  await pool.query("update delivery set due_at = now() + interval '1 hour' where id = $1", [ids[1]])
  const first = await claimEvents(pool, 1)
  expect(first.map(({ id }) => id)).toEqual([ids[3]])
  const rest = await claimEvents(pool, 10)
  expect(new Set(rest.map(({ id }) => id))).toEqual(new Set([ids[0], ids[2]]))
})

test("two workers never lease the same row", async () => {
  const { pool } = world.services.database
  const ids = await enqueueMessages(...Array.from({ length: 20 }, () => "alert.created" as const))
  const claims = await Promise.all(Array.from({ length: 4 }, () => claimEvents(pool, 8)))
  const taken = claims.flatMap((events) => events.map(({ id }) => id))
  expect(taken.toSorted()).toEqual(ids.toSorted())
})

test("a worker that hangs during a claim blocks others no longer than its timeout", async () => {
  const { pool } = world.services.database
  const [id] = await enqueueMessages("alert.created")
  const client = await pool.connect()
  const hanging = Promise.withResolvers<undefined>()
  const query = (asked: unknown) => {
    if (typeof asked === "string") return client.query(asked)
    hanging.resolve(undefined)
    return new Promise(() => undefined)
  }
  const stuck = new Proxy(client, {
    get: (target, key) => (key === "query" ? query : get(target, key)),
  })
  const connect = () => Promise.resolve(stuck)
  const line = new Proxy(pool, {
    get: (target, key) => (key === "connect" ? connect : get(target, key)),
  })
  void claimLocked(line, "event", { text: "" }, 50)
  await hanging.promise
  expect((await claimEvents(pool, 1)).map((event) => event.id)).toEqual([id])
  client.release(true)
})

test("rows of a killed worker are leased again after 30 seconds, and its late result is ignored", async () => {
  const { pool } = world.services.database
  const [id] = await enqueueMessages("alert.created")
  const killed = await claimEvents(pool, 10)
  expect(await secondsLeft(id)).toBeGreaterThan(28)
  expect(await secondsLeft(id)).toBeLessThanOrEqual(30)
  expect(await claimEvents(pool, 10)).toEqual([])
  await endLeases()
  expect(await reap(world.services)).toBe(1)
  const heir = await claimEvents(pool, 10)
  expect(heir.map((row) => row.id)).toEqual([id])
  expect(await fanOut(world.services, killed)).toEqual([false])
  expect(await readRow(id)).toMatchObject({ state: "pending", attemptCount: 0 })
  expect(await fanOut(world.services, heir)).toEqual([true])
  expect(await fanOut(world.services, heir)).toEqual([false])
})

test("a lease is renewed for as long as the work takes", async () => {
  const { pool } = world.services.database
  const [id] = await enqueueMessages("alert.created")
  const due = await claimEvents(pool, 1)
  await endLeases()
  const renewed = Promise.withResolvers<undefined>()
  const queue = startQueue(world.services, {
    name: "test",
    slots: createSlots({
      sizes: { all: 1 },
      placeOf: () => ({ pool: "all" as const, share: "", target: "" }),
      crowdedAt: {},
    }),
    leaseSeconds: 0.06,
    claim: () => Promise.resolve(due.splice(0)),
    async attempt() {
      while ((await secondsLeft(id)) < 1) await new Promise(setImmediate)
      renewed.resolve(undefined)
      return null
    },
    settle: () => Promise.reject(new Error("there was nothing to settle")),
    renew: (jobs) => renewLeases(pool, jobs),
  })
  await renewed.promise
  await queue.stop()
  expect(await secondsLeft(id)).toBeGreaterThan(28)
  expect(await claimEvents(pool, 1)).toEqual([])
})
