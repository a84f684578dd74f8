import { beforeEach, expect, test } from "vitest"
import { updateEndpoint } from "../../../src/graphql/webhook/update.ts"
import type { Attempt } from "../../../src/notify/webhook/settle.ts"
import { settleAttempt } from "../../../src/notify/webhook/settle.ts"
import { eventData } from "../../../src/rest/openapi/webhooks.ts"
import { attemptOf, webhooksOf } from "../../support/webhooks.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const webhooks = webhooksOf(world)

beforeEach(() => webhooks.sql("delete from delivery"))

/** An endpoint that is owed so many events. */
async function owe(count = 1) {
  const { id: projectId } = await makeProject(world)
  const { endpoint } = await webhooks.make(projectId, "https://one.example/secret-path")
  for (let index = 0; index < count; index += 1) await webhooks.happen(projectId)
  await webhooks.address()
  return { id: endpoint.id, projectId }
}

/** Claims one delivery and settles it as if it had gone like this. */
async function settleOne(more: Partial<Attempt> = {}) {
  const { token, rows } = await webhooks.claim({ all: 1, failing: 1 })
  const [held] = rows
  if (held === undefined) throw new Error("nothing is due")
  await settleAttempt(world.services, token, held, attemptOf(more))
  return held.id
}

const accepted = { outcome: "accepted", responseStatus: 200, error: null } as const

test("a failed delivery is due after the pause of its attempt, and after the tenth it is dead", async () => {
  const { id } = await owe()
  const pauses: number[] = []
  for (let number = 1; number <= 10; number += 1) {
    const delivery = await settleOne()
    if (number < 10) pauses.push(await webhooks.dueIn(delivery))
    await webhooks.bringForward()
  }
  const planned = [5, 295, 1500, 5400, 10_800, 18_000, 14_400, 21_600, 14_400]
  for (const [index, seconds] of planned.entries()) {
    // Reading takes a moment of its own.
    expect(pauses[index]).toBeGreaterThan(seconds - 2)
    expect(pauses[index]).toBeLessThanOrEqual(seconds * 1.1)
  }
  const [delivery] = await webhooks.deliveriesTo(id)
  expect(delivery).toMatchObject({
    state: "dead",
    attemptCount: 10,
    lastError: "The endpoint answered 500.",
    settledAt: expect.any(Date),
  })
  expect(delivery?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect((await webhooks.claim()).rows).toEqual([])
})

test("what arrived at the moment its endpoint was given up has arrived", async () => {
  const { id } = await owe()
  const { token, rows } = await webhooks.claim()
  await webhooks.sql("update delivery set state = 'dead', settled_at = now()")
  const [held] = rows
  if (held === undefined) throw new Error("nothing is due")
  expect(await settleAttempt(world.services, token, held, attemptOf(accepted))).toBe(true)
  expect(await webhooks.deliveriesTo(id)).toMatchObject([{ state: "delivered", attemptCount: 1 }])
})

test("Retry-After puts the next attempt off, and nothing brings it forward", async () => {
  await owe()
  const first = await settleOne({ responseStatus: 429, retryAfter: 600 })
  expect(await webhooks.dueIn(first)).toBeGreaterThan(598)
  expect(await webhooks.dueIn(first)).toBeLessThanOrEqual(600)
  await webhooks.bringForward()
  await settleOne({ responseStatus: 503, retryAfter: 1 })
  expect(await webhooks.dueIn(first)).toBeGreaterThan(290)
})

test("each failed attempt counts against the endpoint, and one that arrives clears them", async () => {
  const { id } = await owe(3)
  await settleOne()
  const first = await webhooks.endpoint(id)
  expect(first).toMatchObject({ consecutiveFailures: 1, failingSince: expect.any(Date) })
  await settleOne({ outcome: "timed_out", responseStatus: null })
  expect(await webhooks.endpoint(id)).toMatchObject({
    consecutiveFailures: 2,
    failingSince: first.failingSince,
    lastSuccessAt: null,
  })
  await settleOne(accepted)
  expect(await webhooks.endpoint(id)).toMatchObject({
    consecutiveFailures: 0,
    failingSince: null,
    lastSuccessAt: expect.any(Date),
    enabled: true,
    updatedAt: first.updatedAt,
  })
})

const eventsOf = (projectId: string) =>
  world.services.database.prisma.delivery.findMany({
    where: { projectId, target: "everyone", event: "webhook_endpoint.disabled" },
  })

test("410 disables the endpoint at once, with all that it is owed, and tells the others", async () => {
  const { id, projectId } = await owe(3)
  const inFlight = await webhooks.claim({ all: 1, failing: 1 })
  await settleOne({ outcome: "gone", responseStatus: 410, error: "The endpoint answered 410." })
  expect(await webhooks.endpoint(id)).toMatchObject({ enabled: false, disabledReason: "gone" })
  const states = async () => (await webhooks.deliveriesTo(id)).map(({ state }) => state).toSorted()
  expect(await states()).toEqual(["dead", "dead", "pending"])
  // What was in the air is told by its own sender, and not tried again.
  for (const held of inFlight.rows) {
    await settleAttempt(world.services, inFlight.token, held, attemptOf())
  }
  expect(await states()).toEqual(["dead", "dead", "dead"])
  const [event, ...more] = await eventsOf(projectId)
  expect(more).toEqual([])
  expect(event).toMatchObject({
    subjectId: id,
    payload: {
      webhook_endpoint: { id, url: "https://one.example", disabled_reason: "gone" },
    },
  })
  expect(eventData["webhook_endpoint.disabled"].parse(event?.payload)).toEqual(event?.payload)
  const [audit] = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId, action: "webhook_endpoint.disabled" },
  })
  expect(audit).toMatchObject({ actorKind: "system", subjectId: id, changes: { reason: "gone" } })
})

test("ten failures over five days disable it as failing; fewer, or sooner, do not", async () => {
  const { id, projectId } = await owe()
  const standing = (failures: number, age: string) =>
    webhooks.sql(
      `update webhook_endpoint set consecutive_failures = $2, failing_since = now() - $3::interval where id = $1`,
      [id, failures, age],
    )
  const after = async (failures: number, age: string) => {
    await standing(failures, age)
    await webhooks.bringForward()
    await settleOne()
    const { enabled, disabledReason } = await webhooks.endpoint(id)
    return [enabled, disabledReason]
  }
  expect(await after(8, "30 days")).toEqual([true, null])
  expect(await after(50, "4 days 23 hours")).toEqual([true, null])
  expect(await after(9, "5 days 1 second")).toEqual([false, "failing"])
  expect(await eventsOf(projectId)).toMatchObject([
    { payload: { webhook_endpoint: { disabled_reason: "failing" } } },
  ])
  expect(await webhooks.deliveriesTo(id)).toMatchObject([
    { state: "dead", lastError: "The endpoint was disabled: nothing had arrived for five days." },
  ])
  expect(await updateEndpoint(world.system, id, { enabled: true })).toMatchObject({
    disabledReason: null,
    consecutiveFailures: 0,
  })
})

test("an endpoint that a person disabled keeps what it is owed, also where an attempt fails late", async () => {
  const { id } = await owe()
  const { token, rows } = await webhooks.claim()
  await updateEndpoint(world.system, id, { enabled: false })
  for (const held of rows) await settleAttempt(world.services, token, held, attemptOf())
  expect(await webhooks.deliveriesTo(id)).toMatchObject([{ state: "pending", attemptCount: 1 }])
  await webhooks.bringForward()
  expect((await webhooks.claim()).rows).toEqual([])
})

test("what an address answers that was changed meanwhile says nothing of the new one", async () => {
  const { id } = await owe()
  const { token, rows } = await webhooks.claim()
  await updateEndpoint(world.system, id, { url: "https://two.example/hook" })
  const gone = attemptOf({ outcome: "gone", responseStatus: 410 })
  for (const held of rows) await settleAttempt(world.services, token, held, gone)
  expect(await webhooks.endpoint(id)).toMatchObject({ enabled: true, consecutiveFailures: 0 })
  expect(await webhooks.deliveriesTo(id)).toMatchObject([{ state: "pending", attemptCount: 1 }])
})
