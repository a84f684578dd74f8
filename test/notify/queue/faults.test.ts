import { expect, onTestFinished, test } from "vitest"
import { messageQueue } from "../../../src/notify/message/message-queue.ts"
import { startQueue } from "../../../src/notify/engine/start-queue.ts"
import { startNotify } from "../../../src/notify/main.ts"
import { renewLeases } from "../../../src/notify/engine/lease.ts"
import { createReaper, reap } from "../../../src/notify/engine/reap-leases.ts"
import { arrived, lanesOf, pageOf, startProviders } from "../../support/queue.ts"
import { soon } from "../../support/soon.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const queues = lanesOf(world)
const readPages = (_: unknown, ids: string[]) => Promise.resolve(ids.map(() => pageOf()))

test("a delivery whose worker was killed between send and settle is sent again under the same id", async () => {
  const { id: projectId } = await makeProject(world)
  const { ways } = await queues.page(projectId, ["sms"])
  const { channels, got } = startProviders({ sms: () => arrived("SM1") })
  const [held] = await queues.claim("page")
  if (held === undefined) throw new Error("nothing was claimed")
  const killed = { settle: () => Promise.resolve(false) }
  await queues.attempt("page", channels, held, killed)
  await queues.endLeases()
  await reap(world.services)
  await queues.sendDue("page", channels)
  expect(got.map(({ deliveryId }) => deliveryId)).toEqual([ways[0], ways[0]])
  expect(await queues.read(ways[0] ?? "")).toMatchObject({
    state: "delivered",
    attempts: [{ outcome: "interrupted" }, { outcome: "accepted" }],
  })
})

test("results are settled once the database is back, without sending again", async () => {
  const { id: projectId } = await makeProject(world)
  const { ways } = await queues.page(projectId, ["sms"])
  const { services } = world
  const away = { isAway: false, refused: 0 }
  const pool = new Proxy(services.database.pool, {
    get(target, key) {
      const held = Reflect.get(target, key) as unknown
      if (key !== "query" || !away.isAway) return held
      return () => {
        away.refused += 1
        return Promise.reject(new Error("the database system is shutting down"))
      }
    },
  })
  const log = { ...services.log, error: () => undefined, warn: () => undefined }
  const { channels, got } = startProviders({
    sms: () => {
      away.isAway = true
      return arrived("SM2")
    },
  })
  const queue = startQueue(
    { ...services, log },
    messageQueue({ ...services, log, database: { ...services.database, pool } }, "page", {
      channels,
      readPages,
    }),
  )
  onTestFinished(() => queue.stop())
  await soon(() => away.refused).toBeGreaterThan(2)
  expect(await queues.read(ways[0] ?? "")).toMatchObject({ state: "pending" })
  away.isAway = false
  await soon(async () => (await queues.read(ways[0] ?? "")).state).toBe("delivered")
  expect(got).toHaveLength(1)
})

test("leases that expired while the database was away are renewed before they are given to others", async () => {
  const { id: projectId } = await makeProject(world)
  await queues.page(projectId, ["sms"])
  const [held] = await queues.claim("page")
  if (held === undefined) throw new Error("nothing was claimed")
  const { services } = world
  const moved = { isAway: false, ms: 0 }
  const pool = new Proxy(services.database.pool, {
    get(target, key) {
      if (moved.isAway) return () => Promise.reject(new Error("the database is shutting down"))
      return Reflect.get(target, key) as unknown
    },
  })
  const clock = { ...services.clock, monotonicMs: () => moved.ms }
  const reapWaiting = createReaper({ ...services, clock, database: { ...services.database, pool } })
  moved.isAway = true
  await expect(reapWaiting()).rejects.toThrow("shutting down")
  moved.isAway = false
  await queues.endLeases()
  expect(await reapWaiting()).toBe(0)
  await renewLeases(services.database.pool, [held])
  moved.ms += 60_000
  expect(await reapWaiting()).toBe(0)
  await queues.endLeases()
  expect(await reapWaiting()).toBe(1)
})

test("without a bus every delivery arrives, at most a second later", async () => {
  await queues.sql("delete from alert")
  const { id: projectId } = await makeProject(world)
  const channel = await queues.makeChannel(projectId, "email")
  const { channels, got } = startProviders({ email: () => arrived() })
  const { bus } = world.services
  const deaf = { ...bus, subscribe: () => () => undefined, onGap: () => () => undefined }
  const role = await startNotify({ ...world.services, bus: deaf }, { channels })
  onTestFinished(() => role.stop())
  const ids = [
    await queues.enqueueMessages(projectId, channel),
    await queues.enqueueMessages(projectId, channel),
  ]
  await soon(() => got).toHaveLength(2)
  expect(got.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(ids.toSorted())
})
