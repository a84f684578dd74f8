import { beforeEach, expect, test } from "vitest"
import { reap } from "../../../src/notify/engine/reap-leases.ts"
import { arrived, lanesOf, startProviders } from "../../support/queue.ts"
import { webhooksOf } from "../../support/webhooks.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const queues = lanesOf(world)

beforeEach(() => queues.sql("delete from delivery"))

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

test("the most urgent go first, then the earliest due; deliveries due later wait", async () => {
  const { id: projectId } = await makeProject(world)
  const enqueueMessages = async (priority: number, delaySeconds = 0) =>
    queues.enqueueMessages(projectId, await queues.makeChannel(projectId, "email"), {
      priority,
      delaySeconds,
    })
  const [calm, older, newer] = [
    await enqueueMessages(0),
    await enqueueMessages(20),
    await enqueueMessages(20),
  ]
  await enqueueMessages(20, 60)
  await queues.sql("update delivery set due_at = due_at - interval '1 s' where id = $1", [older])
  const order = []
  for (let count = 0; count < 4; count += 1) {
    order.push(...idsOf(await queues.claim("notice", 1)))
  }
  expect(order).toEqual([older, newer, calm])
})

test("a target has at most two in flight, and a kind as many as it has slots", async () => {
  const { id: projectId } = await makeProject(world)
  const busy = await queues.makeChannel(projectId, "sms")
  for (let count = 0; count < 5; count += 1) await queues.enqueueMessages(projectId, busy)
  for (let count = 0; count < 3; count += 1) {
    await queues.enqueueMessages(projectId, await queues.makeChannel(projectId, "email"))
  }
  const first = await queues.claim("notice", 100, { email: 99 })
  expect(first.map(({ kind }) => kind).toSorted()).toEqual(["email", "sms", "sms"])
  expect(await queues.claim("notice", 100, { email: 100 })).toEqual([])
  expect(await queues.claim("notice")).toHaveLength(2)
  expect(await queues.claim("page")).toEqual([])
})

test("a target has no more in flight however many workers claim concurrently", async () => {
  const { id: projectId } = await makeProject(world)
  const busy = await queues.makeChannel(projectId, "sms")
  for (let count = 0; count < 9; count += 1) await queues.enqueueMessages(projectId, busy)
  const claims = await Promise.all(Array.from({ length: 4 }, () => queues.claim("notice", 1)))
  expect(claims.flat()).toHaveLength(2)
})

test("a delivery deleted while it is sent leaves no lease behind", async () => {
  const { id: projectId } = await makeProject(world)
  const id = await queues.enqueueMessages(projectId, await queues.makeChannel(projectId, "email"))
  expect(await queues.claim("notice")).toHaveLength(1)
  await queues.sql("delete from delivery")
  await queues.endLeases()
  expect(await reap(world.services)).toBe(0)
  const { rows } = await queues.sql("select from delivery_lease where delivery_id = $1", [id])
  expect(rows).toEqual([])
})

test("concurrent workers never lease the same row", async () => {
  const { id: projectId } = await makeProject(world)
  for (let count = 0; count < 20; count += 1) {
    await queues.enqueueMessages(projectId, await queues.makeChannel(projectId, "email"))
  }
  const claims = await Promise.all(Array.from({ length: 4 }, () => queues.claim("notice")))
  const taken = claims.flatMap((rows) => idsOf(rows))
  expect(new Set(taken).size).toBe(taken.length)
  expect(taken.length + (await queues.claim("notice")).length).toBe(20)
})

test("the lease of a killed worker expires after 30 s; its attempt is recorded, and another worker sends", async () => {
  const { id: projectId } = await makeProject(world)
  const channel = await queues.makeChannel(projectId, "email")
  const id = await queues.enqueueMessages(projectId, channel)
  const [killed] = await queues.claim("notice")
  const { rows } = await queues.sql(
    "select extract(epoch from until - now())::float8 as left from delivery_lease where delivery_id = $1",
    [id],
  )
  expect(rows[0]?.left).toBeGreaterThan(28)
  expect(rows[0]?.left).toBeLessThanOrEqual(30)
  expect(await reap(world.services)).toBe(0)
  expect(await queues.claim("notice")).toEqual([])
  await queues.endLeases()
  expect(await reap(world.services)).toBe(1)
  const { channels, got } = startProviders({ email: () => arrived() })
  // The killed worker's late result changes nothing, although it sent the message.
  if (killed === undefined) throw new Error("nothing was claimed")
  expect(await queues.attempt("notice", channels, killed)).toBe(false)
  expect(got).toEqual([])
  expect(await queues.sendDue("notice", channels)).toEqual([true])
  expect(await queues.read(id)).toMatchObject({
    state: "delivered",
    attempts: [
      { number: 1, outcome: "interrupted", durationMs: 30_000 },
      { number: 2, outcome: "accepted" },
    ],
  })
})

test("webhooks also record the attempt of a killed worker", async () => {
  const webhooks = webhooksOf(world)
  const { id: projectId } = await makeProject(world)
  const { endpoint } = await webhooks.make(projectId, "https://127.0.0.1/hook")
  await webhooks.happen(projectId)
  await webhooks.address()
  expect((await webhooks.claim()).rows).toHaveLength(1)
  await queues.endLeases()
  expect(await reap(world.services)).toBe(1)
  const [delivery] = await webhooks.deliveriesTo(endpoint.id)
  expect(delivery).toMatchObject({
    state: "pending",
    attemptCount: 1,
    attempts: [
      { outcome: "interrupted", error: expect.stringContaining("The message may have arrived") },
    ],
  })
  expect((await webhooks.claim()).rows).toHaveLength(1)
})

test("a delivery that ends its worker ten times is given up", async () => {
  const { id: projectId } = await makeProject(world)
  const id = await queues.enqueueMessages(projectId, await queues.makeChannel(projectId, "email"))
  for (let count = 0; count < 10; count += 1) {
    expect(await queues.claim("notice")).toHaveLength(1)
    await queues.endLeases()
    await reap(world.services)
  }
  expect(await queues.read(id)).toMatchObject({ state: "dead", attemptCount: 10 })
})
