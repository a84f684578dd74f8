import { setTimeout as wait } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { recordAudit } from "../../src/graphql/workspace/audit/record-audit.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { liveMonitor } from "../../src/graphql/monitoring/monitor/monitor-row.ts"
import { query, transact, transactSql } from "../../src/graphql/kernel/transaction.ts"
import { connect } from "../../src/platform/postgres.ts"
import type { Message } from "../../src/platform/topics.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const published: Message[][] = []
const recording = () => ({
  ...world.system,
  bus: {
    ...world.services.bus,
    publish: (messages: Message[]) => Promise.resolve(void published.push(messages)),
  },
})

const audited = (projectId: string) =>
  world.services.database.prisma.auditEntry.count({ where: { projectId, action: "tried" } })

test("a failed transaction stores and publishes nothing, and its connection stays usable", async () => {
  const { id: projectId } = await makeProject(world)
  for (const begin of [transact, transactSql]) {
    published.length = 0
    for (let turn = 0; turn < 12; turn += 1) {
      const failing = begin(recording(), async (tx) => {
        await recordAudit(tx, world.system.actor, "tried", { projectId })
        tx.publish("on_call.changed", { projectId })
        if (turn % 2 === 0) throw new Error("changed our mind")
        await tx.query({ name: "nonsense", text: "select 1 / 0", values: [] })
      })
      await expect(failing).rejects.toThrow(turn % 2 === 0 ? "changed our mind" : /zero/)
    }
    expect([await audited(projectId), published]).toEqual([0, []])
  }
})

test("a committed transaction publishes once, after the commit", async () => {
  const { id: projectId } = await makeProject(world)
  published.length = 0
  const seen = await transactSql(recording(), async (tx) => {
    await recordAudit(tx, world.system.actor, "tried", { projectId })
    tx.publish("on_call.changed", { projectId })
    return [await audited(projectId), published.length]
  })
  expect(seen).toEqual([0, 0])
  expect(await audited(projectId)).toBe(1)
  expect(published).toEqual([[{ topic: "on_call.changed", payload: { projectId } }]])
})

test("statements within a larger transaction are part of it and can be rolled back alone", async () => {
  const { id: projectId } = await makeProject(world)
  published.length = 0
  const write = (holder: Parameters<typeof transactSql>[0], isGood: boolean) =>
    transactSql(holder, async (tx) => {
      await recordAudit(tx, world.system.actor, "tried", { projectId })
      tx.publish("on_call.changed", { projectId })
      if (!isGood) throw new Error("changed our mind")
    })
  await transact(recording(), async (transaction) => {
    const within = { ...recording(), transaction }
    await write(within, true)
    await expect(write(within, false)).rejects.toThrow("changed our mind")
    expect([await audited(projectId), published]).toEqual([0, []])
  })
  expect(await audited(projectId)).toBe(1)
  expect(published).toEqual([[{ topic: "on_call.changed", payload: { projectId } }]])
})

test("a monitor read by a statement equals the row read by the ORM, alone and in a transaction", async () => {
  const { id: projectId } = await makeProject(world)
  const { id } = await createMonitor(world.system, {
    projectId,
    kind: "http",
    name: "Gäste ☕",
    url: "http://127.0.0.1:1/",
    method: "POST",
    headers: { "x-token": "secret" },
    body: "{}",
  })
  const { prisma } = world.services.database
  const found = await prisma.monitor.findUniqueOrThrow({ where: { id } })
  const plain = (row: typeof found) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
      ]),
    )
  const read = async (holder: Parameters<typeof query>[0]) =>
    (await query<typeof found>(holder, { ...liveMonitor, values: [id] })).map(plain)
  expect(await read(world.system)).toEqual([plain(found)])
  await transact(world.system, async (transaction) => {
    expect(await read({ ...world.system, transaction })).toEqual([plain(found)])
  })
})

test("a client that goes silent within a transaction releases its row locks", async () => {
  const { id } = await makeProject(world)
  const hold = {
    name: "hold",
    text: "select 1 from project where id = $1::uuid for update",
    values: [id],
  }
  const database = connect(world.connectionString, 2, undefined, 100)
  onTestFinished(() => database.end())
  for (const begin of [transact, transactSql]) {
    const held = Promise.withResolvers<void>()
    const silent = begin({ ...world.services, database }, async (tx) => {
      await tx.query(hold)
      held.resolve()
      await wait(1000)
      await tx.query(hold)
    })
    await held.promise
    const [outcome, rows] = await Promise.allSettled([
      silent,
      transactSql(world.services, (tx) => tx.query(hold)),
    ])
    expect(outcome).toMatchObject({ reason: { message: expect.stringMatching(/connection/i) } })
    expect(rows).toMatchObject({ value: [{}] })
  }
})
