import { beforeEach, expect, test } from "vitest"
import { transact } from "../../../src/graphql/kernel/transaction.ts"
import { deleteEndpoint } from "../../../src/graphql/delivery/webhook/delete-webhook.ts"
import { updateEndpoint } from "../../../src/graphql/delivery/webhook/update-webhook.ts"
import { addressEndpoints } from "../../../src/notify/webhook/webhook-address.ts"
import { busIsIdle } from "../../support/bus.ts"
import { webhooksOf } from "../../support/webhooks.ts"
import { makeProject, useWorld } from "../../support/world.ts"
import { claimEvents, fanOut } from "../../../src/notify/event/event-queue.ts"
import { fanOutDue } from "../../support/events.ts"

const world = useWorld()
const webhooks = webhooksOf(world)

beforeEach(() => webhooks.sql("delete from delivery"))

const rowsOf = (projectId: string, target: object = {}) =>
  world.services.database.prisma.delivery.findMany({
    where: { projectId, ...target },
    orderBy: { id: "asc" },
  })
const event = { target: "everyone" }

test("enqueues an event once for each enabled endpoint of its project that subscribes to its kind", async () => {
  const [mine, other] = [await makeProject(world), await makeProject(world)]
  const first = (await webhooks.make(mine.id, "https://one.example/")).endpoint
  const second = (
    await webhooks.make(mine.id, "https://two.example/", ["monitor.created", "alert.created"])
  ).endpoint
  const off = (await webhooks.make(mine.id, "https://off.example/")).endpoint
  await updateEndpoint(world.system, off.id, { enabled: false })
  await webhooks.make(mine.id, "https://three.example/", ["alert.resolved"])
  await webhooks.make(other.id, "https://four.example/")
  const subjectId = await webhooks.happen(mine.id)
  expect(await fanOutDue(world.services)).toBe(1)
  expect(await fanOutDue(world.services)).toBe(0)
  const [cause] = await rowsOf(mine.id, event)
  expect(cause).toMatchObject({ state: "addressed", settledAt: expect.any(Date) })
  const queued = await rowsOf(mine.id, { NOT: event })
  expect(queued.map(({ target }) => target).toSorted()).toEqual(
    [first.id, second.id].map((id) => `webhook:${id}`).toSorted(),
  )
  const data = { alert: { id: subjectId, title: "“down”" } }
  for (const row of queued) {
    expect(row).toMatchObject({
      event: "alert.created",
      subjectId,
      state: "pending",
      payload: data,
      priority: cause?.priority,
      target: `webhook:${row.endpointId}`,
    })
    const body = JSON.parse(row.body ?? "") as object
    expect(Object.keys(body)).toEqual(["type", "timestamp", "data"])
    expect(body).toEqual({
      type: "alert.created",
      timestamp: cause?.createdAt.toISOString(),
      data,
    })
  }
  expect(await rowsOf(other.id)).toEqual([])
})

test("a worker killed before the commit leaves nothing, and the next one fans out the event once", async () => {
  const { id: projectId } = await makeProject(world)
  const { endpoint } = await webhooks.make(projectId, "https://one.example/")
  await busIsIdle(world)
  const nudged: (string | null)[] = []
  const stop = world.services.bus.subscribe("delivery.due", (one) => nudged.push(one.projectId))
  await webhooks.happen(projectId)
  await expect.poll(() => nudged.splice(0)).toEqual([projectId])
  const { pool } = world.services.database
  const killed = await claimEvents(pool, 10)
  await expect(
    transact(world.services, async (tx) => {
      const ids = killed.map(({ id }) => id)
      expect(await addressEndpoints(tx, ids)).toEqual(ids)
      throw new Error("killed")
    }),
  ).rejects.toThrow("killed")
  stop()
  expect(nudged).toEqual([])
  expect(await rowsOf(projectId, { NOT: event })).toEqual([])
  await webhooks.takeBack()
  const heir = await claimEvents(pool, 10)
  expect(await fanOut(world.services, killed)).toEqual([false])
  expect(await fanOut(world.services, heir)).toEqual([true])
  expect(await fanOut(world.services, heir)).toEqual([false])
  expect(await webhooks.deliveriesTo(endpoint.id)).toHaveLength(1)
})

test("two workers that process the same event concurrently enqueue it once", async () => {
  const { id: projectId } = await makeProject(world)
  const { endpoint } = await webhooks.make(projectId, "https://one.example/")
  await webhooks.happen(projectId)
  const claim = await claimEvents(world.services.database.pool, 10)
  const both = await Promise.all([1, 2].map(() => fanOut(world.services, claim)))
  expect(new Set(both.flat())).toEqual(new Set([false, true]))
  expect(await webhooks.deliveriesTo(endpoint.id)).toHaveLength(1)
})

test("an event about an endpoint goes to the other endpoints of its project", async () => {
  const { id: projectId } = await makeProject(world)
  const kinds = ["webhook_endpoint.disabled" as const]
  const { endpoint: subject } = await webhooks.make(projectId, "https://one.example/", kinds)
  const { endpoint: other } = await webhooks.make(projectId, "https://two.example/", kinds)
  await webhooks.happen(projectId, "webhook_endpoint.disabled", subject.id)
  expect(await webhooks.address()).toBe(1)
  expect(await webhooks.deliveriesTo(subject.id)).toEqual([])
  expect(await webhooks.deliveriesTo(other.id)).toHaveLength(1)
})

test("deleting an endpoint deletes its queued deliveries", async () => {
  const { id: projectId } = await makeProject(world)
  const { endpoint } = await webhooks.make(projectId, "https://one.example/")
  await webhooks.happen(projectId)
  await webhooks.address()
  await deleteEndpoint(world.system, endpoint.id)
  expect(await rowsOf(projectId)).toMatchObject([{ target: "everyone", state: "addressed" }])
})
