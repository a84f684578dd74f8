import { expect, test } from "vitest"
import { listChecks } from "../../src/graphql/monitoring/check/list-checks.ts"
import { ensureCheckPartitions } from "../../src/graphql/monitoring/check/check-partition.ts"
import { checkDays, prune } from "../../src/graphql/monitoring/check/check-retention.ts"
import { rollUp } from "../../src/graphql/monitoring/check/check-rollup.ts"
import { storeChecks } from "../../src/graphql/monitoring/check/store-checks.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { chainEntries } from "../../src/graphql/workspace/audit/chain-entries.ts"
import { deleteExpiredSessions } from "../../src/graphql/workspace/user/forget-sessions.ts"
import { newId } from "../../src/platform/id.ts"
import { checkOf } from "../support/checks.ts"
import { createdMonitor, midnight } from "../support/history.ts"
import { makeOutage } from "../support/outage.ts"
import { makePerson } from "../support/people.ts"
import { makeProject, openWorld, type World } from "../support/world.ts"

const dayMs = 86_400_000
/** Yesterday is complete two minutes after its end, so the youngest is from the day before. */
const ages = [2, 6, 8, 60, 89, 91, 99]

/** A monitor with a check of each age in days, each in the partition of its day. */
async function aged(world: World, plan: "free" | "pro") {
  const { pool } = world.services.database
  const { id: projectId } = await makeProject(world, plan)
  const monitor = await createdMonitor(world, projectId, midnight(-100))
  for (const age of ages) {
    const name = `check_result_p${midnight(-age).toISOString().slice(0, 10).replaceAll("-", "")}`
    await pool.query(
      `create table if not exists ${name} partition of check_result
         for values from ('${midnight(-age).toISOString()}') to ('${midnight(1 - age).toISOString()}')`,
    )
  }
  const checks = ages.map((age) => checkOf(monitor, new Date(midnight(-age).getTime() + 1000)))
  await transact(world.services, (tx) => storeChecks(tx, checks))
  return monitor
}

async function kept(world: World, monitorSeq: number) {
  const rows = await world.services.database.prisma.check.findMany({ where: { monitorSeq } })
  return rows
    .map(({ startedAt }) => Math.round((midnight(0).getTime() - startedAt.getTime()) / dayMs))
    .toSorted((one, other) => one - other)
}

const partitions = async (world: World) => {
  const { rows } = await world.services.database.pool.query<{ name: string }>(
    "select relname as name from pg_class where relname ~ '^check_result_p[0-9]{8}$' order by 1",
  )
  return rows.length
}

async function inWorld(work: (world: World) => Promise<void>) {
  const world = await openWorld()
  try {
    await work(world)
  } finally {
    await world.close()
  }
}

test("checks are deleted by plan: row by row for the shorter retention, whole days after the longest", () =>
  inWorld(async (world) => {
    await ensureCheckPartitions(world.services.database.pool)
    const free = await aged(world, "free")
    const pro = await aged(world, "pro")
    const before = await partitions(world)
    await rollUp(world.services)
    await prune(world.services)
    expect(await kept(world, free.seq)).toEqual(ages.filter((age) => age < checkDays.free))
    expect(await kept(world, pro.seq)).toEqual(ages.filter((age) => age < checkDays.pro))
    expect(before - (await partitions(world))).toBe(2)
    await prune(world.services)
    expect(await kept(world, pro.seq)).toEqual(ages.filter((age) => age < checkDays.pro))
    // The daily rollups stay.
    const days = await world.services.database.prisma.monitorDay.findMany({
      where: { monitorSeq: free.seq, operationalChecks: 1 },
    })
    expect(days).toHaveLength(ages.length)
  }))

test("nothing is deleted before it is rolled up, and an interrupted run deletes nothing more", () =>
  inWorld(async (world) => {
    const pro = await aged(world, "pro")
    const free = await aged(world, "free")
    const { pool } = world.services.database
    // As after a week of downtime.
    await rollUp(world.services)
    await pool.query("update monitor_rollup set hours_until = $1", [midnight(-95).toISOString()])
    await prune(world.services)
    expect(await kept(world, pro.seq)).toEqual(ages.filter((age) => age < 97))
    expect(await kept(world, free.seq)).toEqual(ages.filter((age) => age < 97))
    await rollUp(world.services)
    await prune(world.services, () => true)
    expect(await kept(world, free.seq)).toEqual(ages.filter((age) => age < checkDays.pro))
    await prune(world.services)
    expect(await kept(world, free.seq)).toEqual(ages.filter((age) => age < checkDays.free))
  }))

test("hourly rollups are deleted after thirteen months, pings and settled deliveries after ninety days", () =>
  inWorld(async (world) => {
    const { prisma } = world.services.database
    const { id: projectId } = await makeProject(world)
    const monitor = await createdMonitor(world, projectId, midnight(-420))
    await rollUp(world.services)
    const old = new Date(Date.now() - 91 * dayMs)
    const oldId = () => {
      const time = old.getTime().toString(16).padStart(12, "0")
      return `${time.slice(0, 8)}-${time.slice(8)}-${newId().slice(14)}`
    }
    const call = {
      monitorId: monitor.id,
      kind: "success",
      sourceIp: "127.0.0.1",
      method: "GET",
    } as const
    await prisma.heartbeatPing.createMany({
      data: [
        { ...call, id: oldId(), at: old },
        { ...call, id: newId(), at: new Date() },
      ],
    })
    const delivery = {
      projectId,
      event: "e",
      subjectId: monitor.id,
      target: "everyone",
      payload: {},
    }
    await prisma.delivery.deleteMany()
    await prisma.delivery.createMany({
      data: [
        { ...delivery, id: oldId(), dedupeKey: "settled", state: "delivered", settledAt: old },
        { ...delivery, id: oldId(), dedupeKey: "pending" },
        { ...delivery, id: newId(), dedupeKey: "new", state: "delivered", settledAt: new Date() },
      ],
    })
    await prune(world.services)
    const first = await prisma.monitorHour.findFirstOrThrow({ orderBy: { at: "asc" } })
    const age = (Date.now() - first.at.getTime()) / dayMs
    expect(age).toBeGreaterThan(394)
    expect(age).toBeLessThan(399)
    expect(await prisma.monitorDay.count({ where: { at: { lt: midnight(-1) } } })).toBe(419)
    expect(await prisma.heartbeatPing.count()).toBe(1)
    const left = await prisma.delivery.findMany({ orderBy: { dedupeKey: "asc" } })
    expect(left.map(({ dedupeKey }) => dedupeKey)).toEqual(["new", "pending"])
  }))

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

const seen = {
  subject: "CN=shop.example",
  issuer: "CN=Authority",
  names: ["shop.example"],
  validFrom: "2026-01-01T00:00:00.000Z",
  expiresAt: "2026-03-31T00:00:00.000Z",
  fingerprint256: "AA:BB",
}

test("certificates are deleted once no stored check refers to them", () =>
  inWorld(async (world) => {
    const { prisma } = world.services.database
    const { fingerprint256, ...certificate } = seen
    await prisma.certificate.createMany({
      data: [
        { ...certificate, fingerprint: "long ago", seenAt: daysAgo(100) },
        { ...certificate, fingerprint: "of the oldest check", seenAt: daysAgo(98) },
        { ...certificate, fingerprint: fingerprint256, seenAt: daysAgo(100) },
      ],
    })
    const { id: projectId } = await makeProject(world)
    const monitor = await createdMonitor(world, projectId, midnight(-1))
    const check = checkOf(monitor, new Date(), { certificate: seen })
    await transact(world.services, (tx) => storeChecks(tx, [check]))
    await prune(world.services)
    const left = await prisma.certificate.findMany({ orderBy: { id: "asc" } })
    expect(left.map(({ fingerprint }) => fingerprint)).toEqual([
      "of the oldest check",
      fingerprint256,
    ])
    const { rows } = await listChecks(world.services, monitor.seq, {})
    expect(rows).toMatchObject([{ certificate: { fingerprint256 } }])
  }))

test("expired sessions are deleted with their IP addresses", () =>
  inWorld(async (world) => {
    const { prisma } = world.services.database
    const ended = await makePerson(world)
    const { sessionId } = await makePerson(world)
    await prisma.session.update({
      where: { id: ended.sessionId },
      data: { expiresAt: new Date(0) },
    })
    await deleteExpiredSessions(world.services)
    expect(await prisma.session.findMany({ select: { id: true } })).toEqual([{ id: sessionId }])
  }))

test("records are deleted by plan, but not what a status page or a post-mortem shows", () =>
  inWorld(async (world) => {
    const { prisma, pool } = world.services.database
    const left = async (plan: "free" | "pro", ageDays: number) => {
      const { id: projectId } = await makeProject(world, plan)
      const made = []
      for (const note of ["", "We restarted it."]) {
        const { outage, monitor } = await makeOutage(world, projectId, { level: "offline" })
        await pool.query(
          "update incident set resolved_at = now(), postmortem_note = $2 where id = $1",
          [outage.incidentId, note],
        )
        made.push({ outage, monitor })
      }
      for (const [table, column] of [
        ["audit_entry", "at"],
        ["verdict", "at"],
        ["alert", "created_at"],
      ]) {
        await pool.query(`update ${table} set ${column} = now() - make_interval(days => $1)`, [
          ageDays,
        ])
      }
      await pool.query("update alert set resolved_at = created_at")
      const monitorId = made[0]?.monitor.id ?? ""
      for (const age of [ageDays + 2, ageDays + 1, 1]) {
        await prisma.statusChange.create({
          data: {
            id: newId(),
            monitorId,
            to: "operational",
            at: midnight(-age),
            decidedAt: midnight(-age),
          },
        })
      }
      await chainEntries(world.services)
      await prune(world.services)
      return {
        alerts: await prisma.alert.count({ where: { projectId } }),
        audit: await prisma.auditEntry.count({ where: { projectId } }),
        changes: await prisma.statusChange.count({ where: { monitorId } }),
      }
    }
    expect(await left("free", 97)).toMatchObject({ alerts: 2, changes: 3 })
    const gone = { alerts: 1, audit: 0, changes: 2 }
    expect(await left("free", 101)).toEqual(gone)
    expect(await left("pro", 397)).toMatchObject({ alerts: 2, changes: 3 })
    expect(await left("pro", 401)).toEqual(gone)
  }))

test("answered requests of a provider are forgotten once no alert is left that they were about", () =>
  inWorld(async (world) => {
    const { prisma } = world.services.database
    for (const age of [399, 401]) {
      await prisma.usedRequest.create({ data: { id: `SM${age}`, usedAt: midnight(-age) } })
    }
    await prune(world.services)
    expect(await prisma.usedRequest.findMany({ select: { id: true } })).toEqual([{ id: "SM399" }])
  }))
