import { partlyTold } from "../support/effects.ts"
import { expect, test } from "vitest"
import { enqueue } from "../../src/graphql/outbox/enqueue-event.ts"
import { priorityOf } from "../../src/graphql/outbox/event-kinds.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { newId } from "../../src/platform/id.ts"
import { busIsIdle } from "../support/bus.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const enqueueMessages = (projectId: string, dedupeKey: string) =>
  transact(world.services, (tx) =>
    enqueue(
      tx,
      partlyTold({
        projectId,
        event: "alert.created",
        subjectId: newId(),
        dedupeKey,
        payload: { reason: "it's “down”" },
      }),
    ),
  )

test("the same effect enqueued ten times at once is one row", async () => {
  const { id } = await makeProject(world)
  const key = `alert.created:${newId()}`
  const added = await Promise.all(Array.from({ length: 10 }, () => enqueueMessages(id, key)))
  expect(added.filter(Boolean)).toEqual([true])
  const rows = await world.services.database.prisma.delivery.findMany({ where: { projectId: id } })
  expect(rows).toMatchObject([
    {
      dedupeKey: key,
      state: "pending",
      payload: { reason: "it's “down”" },
      priority: priorityOf("alert.created"),
      attemptCount: 0,
    },
  ])
})

test("an effect of a failed transaction is not enqueued and nudges nobody", async () => {
  const { id } = await makeProject(world)
  const other = await makeProject(world)
  await busIsIdle(world)
  const nudged: unknown[] = []
  const stop = world.services.bus.subscribe("delivery.due", (payload) => {
    nudged.push(payload)
    if (payload.projectId === other.id) heard.resolve()
  })
  const heard = Promise.withResolvers<void>()
  await expect(
    transact(world.services, async (tx) => {
      const effect = { projectId: id, event: "alert.created" as const, subjectId: id }
      await enqueue(tx, partlyTold({ ...effect, dedupeKey: newId(), payload: {} }))
      throw new Error("rolled back")
    }),
  ).rejects.toThrow("rolled back")
  await enqueueMessages(other.id, newId())
  await heard.promise
  stop()
  expect(nudged).toEqual([{ projectId: other.id, queue: "event" }])
  expect(await world.services.database.prisma.delivery.count({ where: { projectId: id } })).toBe(0)
})

test("pages go first", () => {
  const order = ["monitor.updated", "alert.created", "incident.created"] as const
  expect(order.toSorted((a, b) => priorityOf(b) - priorityOf(a))).toEqual([
    "alert.created",
    "incident.created",
    "monitor.updated",
  ])
})
