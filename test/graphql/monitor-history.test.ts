import { expect, test } from "vitest"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { storeChecks } from "../../src/graphql/monitoring/check/store-checks.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { checkOf } from "../support/checks.ts"
import { changeOf, createdMonitor, maintain, midnight } from "../support/history.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const hourMs = 3_600_000
const start = midnight(-3)
const at = (hours: number) => new Date(start.getTime() + hours * hourMs)

async function made() {
  const { id: projectId } = await makeProject(world)
  const monitor = await createdMonitor(world, projectId, start)
  const actor = keyActor(projectId, newId(), ["monitors:read"])
  const read = async (fields: string, from: Date, to: Date) => {
    const { data, errors } = await ask(
      world,
      actor,
      `query ($id: ID!, $from: DateTime!, $to: DateTime!) { monitor(id: $id) { ${fields} } }`,
      { id: monitor.id, from: from.toISOString(), to: to.toISOString() },
    )
    return { monitor: data?.["monitor"], errors }
  }
  return { projectId, monitor, actor, read }
}

test("outages are listed with their duration; inconclusive checks do not split them", async () => {
  const { monitor, read } = await made()
  await changeOf(world, monitor.id, "operational", at(0))
  await changeOf(world, monitor.id, "degraded", at(2))
  await changeOf(world, monitor.id, "offline", at(3))
  await changeOf(world, monitor.id, "unknown", at(4))
  await changeOf(world, monitor.id, "offline", at(5))
  await changeOf(world, monitor.id, "operational", at(6))
  await changeOf(world, monitor.id, "offline", at(60))
  const fields = `outages(from: $from, to: $to) { count offlineCount offlineSeconds meanRecoverySeconds longestSeconds
    outages { level startedAt endedAt seconds verdict { id } } }`
  const all = await read(fields, at(0), at(61))
  expect(all.errors).toEqual([])
  const outage = (level: string, from: number, to: number | null, hours: number) => ({
    level,
    startedAt: at(from).toISOString(),
    endedAt: to === null ? null : at(to).toISOString(),
    seconds: hours * 3600,
    verdict: null,
  })
  expect(all.monitor).toEqual({
    outages: {
      count: 3,
      offlineCount: 2,
      offlineSeconds: 3 * 3600,
      meanRecoverySeconds: 2 * 3600,
      longestSeconds: 2 * 3600,
      outages: [
        outage("OFFLINE", 60, null, 1),
        outage("OFFLINE", 3, 6, 2),
        outage("DEGRADED", 2, 3, 1),
      ],
    },
  })
  const later = await read(fields, at(7), at(50))
  expect(later.monitor).toMatchObject({ outages: { count: 0, meanRecoverySeconds: null } })
  const long = await read(fields, at(-500 * 24), at(0))
  expect(long.errors).toMatchObject([{ code: "validation_failed" }])
})

test("spans say when a monitor was in maintenance or had no data", async () => {
  const { monitor, read } = await made()
  await maintain(world, monitor, at(10), at(11))
  const { monitor: found, errors } = await read(
    "spans(from: $from, to: $to) { kind name from until }",
    at(0),
    at(20),
  )
  expect(errors).toEqual([])
  expect(found).toEqual({
    spans: [
      {
        kind: "MAINTENANCE",
        name: "New disks",
        from: at(10).toISOString(),
        until: at(11).toISOString(),
      },
    ],
  })
})

test("the 95th percentile of a step and of a window is within 2 % before and after the rollup", async () => {
  const { monitor, read } = await made()
  const checks = Array.from({ length: 100 }, (_check, n) =>
    checkOf(monitor, new Date(at(1).getTime() + n * 30_000), { durationMs: n + 1 }),
  )
  await transact(world.services, (tx) => storeChecks(tx, checks))
  const fields = `responseTimes(from: $from, to: $to, step: HOUR) {
    overall { checks p50Ms p95Ms p99Ms } points { p95Ms } }`
  for (const isRolled of [false, true]) {
    if (isRolled) await rollUp(world.services)
    const { monitor: found } = await read(fields, at(0), at(2))
    const { overall, points } = (found as { responseTimes: Times }).responseTimes
    expect(overall.checks).toBe(100)
    expect(Math.abs(overall.p50Ms - 50)).toBeLessThan(1.5)
    expect(Math.abs(overall.p95Ms - 95)).toBeLessThan(2.5)
    expect(points).toHaveLength(1)
    expect(Math.abs((points[0]?.p95Ms ?? 0) - 95)).toBeLessThan(2.5)
  }
  const { monitor: empty } = await read(fields, at(5), at(6))
  expect(empty).toMatchObject({
    responseTimes: { overall: { checks: 0, p95Ms: null }, points: [] },
  })
})

type Times = {
  overall: { checks: number; p50Ms: number; p95Ms: number }
  points: { p95Ms: number }[]
}

test("the audit log is read for one object", async () => {
  const { projectId, monitor } = await made()
  const { prisma } = world.services.database
  for (const subjectId of [monitor.id, newId()]) {
    await prisma.auditEntry.create({
      data: {
        id: newId(),
        projectId,
        actorKind: "system",
        actorName: "system",
        action: "monitor.updated",
        subjectId,
      },
    })
  }
  const { data } = await ask(
    world,
    { kind: "system", name: "system" },
    `query ($id: ID!, $subjectId: ID!) {
      project(id: $id) { auditEntries(subjectId: $subjectId) { edges { node { subjectId } } } } }`,
    { id: projectId, subjectId: monitor.id },
  )
  expect(data).toEqual({
    project: { auditEntries: { edges: [{ node: { subjectId: monitor.id } }] } },
  })
})
