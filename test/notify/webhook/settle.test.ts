import { asWritten } from "../../../src/findings/finding.ts"
import { beforeEach, expect, test } from "vitest"
import { updateEndpoint } from "../../../src/graphql/delivery/webhook/update-webhook.ts"
import { replayDeliveriesSince } from "../../../src/graphql/delivery/log/replay-since.ts"
import { transact } from "../../../src/graphql/kernel/transaction.ts"
import { newId } from "../../../src/platform/id.ts"
import { claimEvents } from "../../../src/notify/event/event-queue.ts"
import { addressEndpoints } from "../../../src/notify/webhook/webhook-address.ts"
import { settleWebhooks, type Attempt } from "../../../src/notify/webhook/settle-webhooks.ts"
import { eventPayloads } from "../../../src/graphql/outbox/event-payloads.ts"
import { attemptOf, webhooksOf } from "../../support/webhooks.ts"
import { soon } from "../../support/soon.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const webhooks = webhooksOf(world)

beforeEach(() => webhooks.sql("delete from delivery"))

/** An endpoint with queued events. */
async function enqueueMessages(count = 1) {
  const { id: projectId } = await makeProject(world)
  const { endpoint } = await webhooks.make(projectId, "https://one.example/secret-path")
  for (let index = 0; index < count; index += 1) await webhooks.happen(projectId)
  await webhooks.address()
  return { id: endpoint.id, projectId }
}

/** Claims one delivery and settles it with this result. */
async function settleOne(more: Partial<Attempt> = {}) {
  const { token, rows } = await webhooks.claim({ answering: 1, failing: 1 })
  const [held] = rows
  if (held === undefined) throw new Error("nothing is due")
  await webhooks.settle(token, held, attemptOf(more))
  return held.id
}

const accepted = { outcome: "accepted", responseStatus: 200, finding: null } as const

test("a failed delivery is due after the pause of its attempt, and is dead after the tenth", async () => {
  const { id } = await enqueueMessages()
  const pauses: number[] = []
  for (let number = 1; number <= 10; number += 1) {
    const delivery = await settleOne()
    if (number < 10) pauses.push(await webhooks.dueIn(delivery))
    await webhooks.bringForward()
  }
  const planned = [5, 295, 1500, 5400, 10_800, 18_000, 14_400, 21_600, 14_400]
  for (const [index, seconds] of planned.entries()) {
    // The query itself takes a moment.
    expect(pauses[index]).toBeGreaterThan(seconds - 2)
    expect(pauses[index]).toBeLessThanOrEqual(seconds * 1.1)
  }
  const [delivery] = await webhooks.deliveriesTo(id)
  expect(delivery).toMatchObject({
    state: "dead",
    attemptCount: 10,
    lastError: "The endpoint returned 500.",
    settledAt: expect.any(Date),
  })
  expect(delivery?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect((await webhooks.claim()).rows).toEqual([])
})

test("a delivery that succeeded while its endpoint was being disabled counts as delivered", async () => {
  const { id } = await enqueueMessages()
  const { token, rows } = await webhooks.claim()
  await webhooks.sql("update delivery set state = 'dead', settled_at = now()")
  const [held] = rows
  if (held === undefined) throw new Error("nothing is due")
  expect(await webhooks.settle(token, held, attemptOf(accepted))).toBe(true)
  expect(await webhooks.deliveriesTo(id)).toMatchObject([{ state: "delivered", attemptCount: 1 }])
})

test("Retry-After delays the next attempt, and nothing brings it forward", async () => {
  await enqueueMessages()
  const first = await settleOne({ responseStatus: 429, retryAfter: 600 })
  expect(await webhooks.dueIn(first)).toBeGreaterThan(598)
  expect(await webhooks.dueIn(first)).toBeLessThanOrEqual(600)
  await webhooks.bringForward()
  await settleOne({ responseStatus: 503, retryAfter: 1 })
  expect(await webhooks.dueIn(first)).toBeGreaterThan(290)
})

test("each failed attempt counts against the endpoint, and a success resets the count", async () => {
  const { id } = await enqueueMessages(3)
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

test("410 disables the endpoint at once, cancels its queue, and informs the other endpoints", async () => {
  const { id, projectId } = await enqueueMessages(3)
  const inFlight = await webhooks.claim({ answering: 1, failing: 1 })
  await settleOne({
    outcome: "gone",
    responseStatus: 410,
    finding: asWritten("The endpoint returned 410."),
  })
  expect(await webhooks.endpoint(id)).toMatchObject({ enabled: false, disabledReason: "gone" })
  const states = async () => (await webhooks.deliveriesTo(id)).map(({ state }) => state).toSorted()
  expect(await states()).toEqual(["cancelled", "dead", "pending"])
  // A delivery in progress is settled by its sender, and not retried.
  for (const held of inFlight.rows) {
    await webhooks.settle(inFlight.token, held, attemptOf())
  }
  expect(await states()).toEqual(["cancelled", "dead", "dead"])
  const [event, ...more] = await eventsOf(projectId)
  expect(more).toEqual([])
  expect(event).toMatchObject({
    subjectId: id,
    payload: {
      webhook_endpoint: { id, url: "https://one.example", disabled_reason: "gone" },
    },
  })
  expect(eventPayloads["webhook_endpoint.disabled"].parse(event?.payload)).toEqual(event?.payload)
  const [audit] = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId, action: "webhook_endpoint.disabled" },
  })
  expect(audit).toMatchObject({ actorKind: "system", subjectId: id, changes: { reason: "gone" } })
})

test("ten failures over five days disable it as failing; fewer, or sooner, do not", async () => {
  const { id, projectId } = await enqueueMessages()
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
    {
      state: "cancelled",
      lastError: "The endpoint was disabled because every delivery failed for five days.",
    },
  ])
  expect(await updateEndpoint(world.system, id, { enabled: true })).toMatchObject({
    disabledReason: null,
    consecutiveFailures: 0,
  })
})

test("deliveries queued for an endpoint that a person disables are cancelled, and not sent once it is enabled", async () => {
  const { id, projectId } = await enqueueMessages(2)
  const { token, rows } = await webhooks.claim({ answering: 1 })
  await updateEndpoint(world.system, id, { enabled: false })
  // Events while it is disabled are not enqueued for it, and a delivery in progress is not retried.
  await webhooks.happen(projectId)
  await webhooks.address()
  for (const held of rows) await webhooks.settle(token, held, attemptOf())
  await updateEndpoint(world.system, id, { enabled: true })
  expect((await webhooks.claim()).rows).toEqual([])
  const deliveries = await webhooks.deliveriesTo(id)
  expect(deliveries.toSorted((one, other) => one.attemptCount - other.attemptCount)).toMatchObject([
    {
      state: "cancelled",
      settledAt: expect.any(Date),
      lastError: "The endpoint was disabled before this was sent.",
    },
    { state: "dead", attemptCount: 1 },
  ])
  expect(
    await replayDeliveriesSince(world.system, id, { since: new Date(0), deadOnly: true }),
  ).toBe(2)
  expect((await webhooks.claim()).rows).toHaveLength(2)
})

test("deliveries that its worker lost while the endpoint was disabled are cancelled too", async () => {
  const { id } = await enqueueMessages()
  await webhooks.claim()
  await updateEndpoint(world.system, id, { enabled: false })
  await webhooks.takeBack()
  expect(await webhooks.deliveriesTo(id)).toMatchObject([{ state: "cancelled", attemptCount: 1 }])
})

test.each(["by a person", "by its own 410"])(
  "an endpoint that is disabled %s while an event is fanned out to it keeps nothing queued",
  async (whose) => {
    const { id, projectId } = await enqueueMessages()
    const claim = await webhooks.claim()
    await webhooks.happen(projectId)
    const { database } = world.services
    const claimed = await claimEvents(database.pool, 100)
    const disable = async () => {
      if (whose === "by a person") return updateEndpoint(world.system, id, { enabled: false })
      const gone = attemptOf({ outcome: "gone", responseStatus: 410 })
      return settleWebhooks(
        world.services,
        claim.rows.map((claimed) => ({ claimed, attempt: gone })),
      )
    }
    const disabling = await transact(world.services, async (tx) => {
      await addressEndpoints(
        tx,
        claimed.map((row) => row.id),
      )
      const done = disable()
      await soon(async () => {
        const { rows } = await webhooks.sql(
          "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
        return rows[0]?.count
      }).toBe(1)
      // Wrapped in an object, so that the transaction does not await it.
      return { done }
    })
    await disabling.done
    expect(await webhooks.endpoint(id)).toMatchObject({ enabled: false })
    const states = (await webhooks.deliveriesTo(id)).map(({ state }) => state)
    expect(states).toHaveLength(2)
    expect(states).toContain("cancelled")
    const { rows } = await webhooks.sql(
      "select count(*)::int as count from delivery where endpoint_id = $1 and state = 'pending' and id not in (select delivery_id from delivery_lease)",
      [id],
    )
    expect(rows[0]?.count).toBe(0)
  },
)

test("attempts at one endpoint that are settled together count in the order in which they ended", async () => {
  const { id } = await enqueueMessages(4)
  const { rows } = await webhooks.claim()
  const outcomes = [attemptOf(), attemptOf(accepted), attemptOf(), attemptOf()]
  const all = rows.map((claimed, index) => ({ claimed, attempt: outcomes[index] ?? attemptOf() }))
  const foreign = { ...all[0]!, claimed: { ...all[0]!.claimed, token: newId() } }
  expect(await settleWebhooks(world.services, [foreign])).toEqual([false])
  expect(await settleWebhooks(world.services, all)).toEqual([true, true, true, true])
  expect(await webhooks.endpoint(id)).toMatchObject({
    consecutiveFailures: 2,
    failingSince: expect.any(Date),
    lastSuccessAt: expect.any(Date),
  })
})

test("a response of an endpoint's previous URL does not count for the new one", async () => {
  const { id } = await enqueueMessages()
  const { token, rows } = await webhooks.claim()
  await updateEndpoint(world.system, id, { url: "https://two.example/hook" })
  const gone = attemptOf({ outcome: "gone", responseStatus: 410 })
  for (const held of rows) await webhooks.settle(token, held, gone)
  expect(await webhooks.endpoint(id)).toMatchObject({ enabled: true, consecutiveFailures: 0 })
  expect(await webhooks.deliveriesTo(id)).toMatchObject([{ state: "pending", attemptCount: 1 }])
})
