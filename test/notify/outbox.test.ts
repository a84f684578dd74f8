import { beforeEach, expect, test } from "vitest"
import { enqueue } from "../../src/graphql/delivery/enqueue.ts"
import type { EventKind } from "../../src/graphql/delivery/event.ts"
import { transact } from "../../src/graphql/transaction.ts"
import { newId } from "../../src/id.ts"
import { claimDue, claimInTurn, whileHeld } from "../../src/notify/claim.ts"
import { addressEvents, deliverDue } from "../../src/notify/deliver.ts"
import { reap } from "../../src/notify/reap.ts"
import { makeProject, useWorld } from "../support/world.ts"

const get = (target: object, key: string | symbol): unknown => Reflect.get(target, key)
const world = useWorld()

beforeEach(() => world.services.database.pool.query("delete from delivery"))

async function owe(...events: EventKind[]): Promise<string[]> {
  const { id: projectId } = await makeProject(world)
  for (const event of events) {
    await transact(world.services, (tx) =>
      enqueue(tx, { projectId, event, subjectId: projectId, dedupeKey: newId(), payload: {} }),
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

test("a row that nobody is subscribed to is settled as such", async () => {
  const [id] = await owe("incident.created")
  expect(await deliverDue(world.services)).toBe(1)
  expect(await readRow(id)).toMatchObject({
    state: "unaddressed",
    attemptCount: 0,
    lastError: null,
    settledAt: expect.any(Date),
  })
  expect(await deliverDue(world.services)).toBe(0)
})

test("the most urgent go first, and what is due later waits", async () => {
  const { pool } = world.services.database
  const ids = await owe("monitor.updated", "alert.created", "incident.created", "alert.created")
  await pool.query("update delivery set due_at = now() + interval '1 hour' where id = $1", [ids[1]])
  const first = await claimDue(pool, 1)
  expect(first.rows).toEqual([{ id: ids[3] }])
  const rest = await claimDue(pool, 10)
  expect(new Set(rest.rows.map(({ id }) => id))).toEqual(new Set([ids[0], ids[2]]))
})

test("two workers never hold the same row", async () => {
  const { pool } = world.services.database
  const ids = await owe(...Array.from({ length: 20 }, () => "alert.created" as const))
  const claims = await Promise.all(Array.from({ length: 4 }, () => claimDue(pool, 8)))
  const taken = claims.flatMap(({ rows }) => rows.map(({ id }) => id))
  expect(taken.toSorted()).toEqual(ids.toSorted())
})

test("a worker that hangs in the midst of its claim is waited for no longer than its patience", async () => {
  const { pool } = world.services.database
  const [id] = await owe("alert.created")
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
  void claimInTurn(line, "event", { text: "" }, 50)
  await hanging.promise
  expect((await claimDue(pool, 1)).rows).toEqual([{ id }])
  client.release(true)
})

test("the rows of a killed worker rest for 30 seconds and are then taken; its late word counts nothing", async () => {
  const { pool } = world.services.database
  const [id] = await owe("alert.created")
  const killed = await claimDue(pool, 10)
  expect(await secondsLeft(id)).toBeGreaterThan(28)
  expect(await secondsLeft(id)).toBeLessThanOrEqual(30)
  expect((await claimDue(pool, 10)).rows).toEqual([])
  await endLeases()
  expect(await reap(world.services)).toBe(1)
  const heir = await claimDue(pool, 10)
  expect(heir.rows.map((row) => row.id)).toEqual([id])
  expect(await addressEvents(world.services, killed)).toBe(0)
  expect(await readRow(id)).toMatchObject({ state: "pending", attemptCount: 0 })
  expect(await addressEvents(world.services, heir)).toBe(1)
  expect(await addressEvents(world.services, heir)).toBe(0)
})

test("a lease is renewed for as long as the work takes, and no longer", async () => {
  const { pool } = world.services.database
  const [id] = await owe("alert.created")
  const claim = await claimDue(pool, 1)
  await endLeases()
  const everyMs = 20
  await whileHeld(
    pool,
    claim,
    async () => {
      while ((await secondsLeft(id)) < 1) await new Promise(setImmediate)
    },
    everyMs,
  )
  expect(await secondsLeft(id)).toBeGreaterThan(28)
  expect((await claimDue(pool, 1)).rows).toEqual([])
})
