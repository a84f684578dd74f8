import { asWritten } from "../../src/findings/finding.ts"
import { expect, test } from "vitest"
import { changeMonitor } from "../../src/graphql/monitoring/monitor/change-monitor.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { recordSteady } from "../../src/graphql/monitoring/check/record-steady.ts"
import { newMachine, type Machine } from "../../src/graphql/monitoring/check/rules/check-state.ts"
import { isSettled, settledSql } from "../../src/graphql/monitoring/check/rules/settled.ts"
import { checkOf, insertMonitors, offline } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const start = Date.now() - 3_600_000
const at = (minute: number) => new Date(start + minute * 60_000)

/** Monitors that had two good checks. */
async function settled(count: number) {
  const project = await makeProject(world)
  const monitors = await insertMonitors(world, project.id, count)
  for (const minute of [0, 1]) {
    await recordChecks(
      world.services,
      monitors.map((monitor) => checkOf(monitor, at(minute))),
    )
  }
  return monitors
}

const stored = async (seq: number) =>
  (
    await world.services.database.prisma.check.findMany({
      where: { monitorSeq: seq },
      orderBy: { startedAt: "asc" },
    })
  ).map(({ startedAt }) => startedAt)

const stateOf = (monitorId: string) =>
  world.services.database.prisma.monitorState.findUniqueOrThrow({ where: { monitorId } })

test("a good check of a settled monitor changes the time and duration of its last check alone", async () => {
  const [monitor] = await settled(1)
  if (monitor === undefined) throw new Error("no monitor")
  const before = await stateOf(monitor.id)
  const check = checkOf(monitor, at(2), {
    durationMs: 99,
    warnings: [asWritten("late")],
    httpStatus: 200,
  })
  expect(await recordSteady(world.services, [check])).toEqual([])
  expect(await stateOf(monitor.id)).toEqual({ ...before, lastCheckAt: at(2), lastDurationMs: 99 })
  expect(await stored(monitor.seq)).toEqual([at(0), at(1), at(2)])
  expect(await recordSteady(world.services, [check])).toEqual([check])
})

test("a check that was already stored, before a clock was set back, is stored once", async () => {
  const [ahead, other] = await settled(2)
  if (!ahead || !other) throw new Error("too few monitors")
  const { prisma } = world.services.database
  const checks = [checkOf(ahead, at(2)), checkOf(other, at(2))]
  await recordChecks(world.services, checks)
  const setBack = { lastCheckAt: at(1) }
  await prisma.monitorState.updateMany({ where: { monitorId: ahead.id }, data: setBack })
  await prisma.check.deleteMany({ where: { monitorSeq: other.seq, startedAt: at(2) } })
  await prisma.monitorState.updateMany({ where: { monitorId: other.id }, data: setBack })
  await recordChecks(world.services, checks)
  for (const { id, seq } of [ahead, other]) {
    expect(await stored(seq)).toEqual([at(0), at(1), at(2)])
    expect((await stateOf(id)).lastCheckAt).toEqual(at(2))
  }
})

test("leaves whatever may need a decision, and stores nothing of it", async () => {
  const monitors = await settled(9)
  const [failing, twice, requested, late, unbroken, paused, deleted, failed, certified] = monitors
  if (!failing || !twice || !requested || !late || !unbroken || !paused || !deleted || !failed)
    throw new Error("too few monitors")
  if (!certified) throw new Error("too few monitors")
  const { prisma } = world.services.database
  await prisma.monitor.update({ where: { id: paused.id }, data: { pausedAt: new Date() } })
  await prisma.monitor.update({ where: { id: deleted.id }, data: { deletedAt: new Date() } })
  await prisma.monitor.updateMany({
    where: { id: { in: [late.id, unbroken.id] } },
    data: { updatedAt: at(0), watchedSince: at(0) },
  })
  await recordChecks(world.services, [checkOf(failed, at(1.5), offline)])
  const certificate = {
    subject: "CN=shop",
    issuer: "CN=authority",
    names: [],
    validFrom: at(0).toISOString(),
    expiresAt: at(0).toISOString(),
    fingerprint256: "AA",
  }
  const left = [
    checkOf(failing, at(2), offline),
    checkOf(twice, at(2)),
    checkOf(twice, at(3)),
    checkOf(requested, at(2), { requestedAt: at(2) }),
    checkOf(late, at(20)),
    checkOf(paused, at(2)),
    checkOf(deleted, at(2)),
    checkOf(failed, at(2)),
    checkOf(certified, at(2), { certificate }),
  ]
  const steady = checkOf(unbroken, at(20), { isUnbroken: true })
  expect(await recordSteady(world.services, [...left, steady])).toEqual(left)
  for (const monitor of [failing, twice, requested, late, paused, deleted, certified]) {
    expect(await stored(monitor.seq)).toEqual([at(0), at(1)])
  }
  expect(await stored(unbroken.seq)).toEqual([at(0), at(1), at(20)])
  await recordChecks(world.services, left)
  expect(await stored(twice.seq)).toEqual([at(0), at(1), at(2), at(3)])
  expect(await stored(paused.seq)).toEqual([at(0), at(1)])
  // Its certificate is known now.
  const next = checkOf(certified, at(3), { certificate })
  expect(await recordSteady(world.services, [next])).toEqual([])
  const check = await prisma.check.findFirst({
    where: { monitorSeq: certified.seq, startedAt: at(3) },
  })
  expect(check?.certificateId).not.toBeNull()
})

test("does not wait for a monitor that is being changed, nor store its check", async () => {
  const [held, free] = await settled(2)
  if (held === undefined || free === undefined) throw new Error("no monitors")
  const checks = [checkOf(held, at(2)), checkOf(free, at(2))]
  await changeMonitor(world.system, held.id, async (tx) => {
    expect(await recordSteady(world.services, checks)).toEqual(checks.slice(0, 1))
    await tx.db.monitor.update({ where: { id: held.id }, data: { pausedAt: new Date() } })
  })
  await recordChecks(world.services, checks)
  expect(await stored(held.seq)).toEqual([at(0), at(1)])
  expect(await stored(free.seq)).toEqual([at(0), at(1), at(2)])
})

test("the rule and its SQL agree", async () => {
  const [monitor] = await settled(1)
  const run = (count: number) => ({ count, since: count === 0 ? null : at(0) })
  const runs = (good: number, bad: number) => ({
    runs: { good: run(good), up: run(good), bad: run(bad), offline: run(0) },
  })
  const outage = {
    level: "offline" as const,
    startedAt: at(0),
    isDeclared: true,
    wasSilenced: false,
    incidentId: null,
    alertId: null,
    findings: [],
  }
  const base: Machine = { ...newMachine(), confirmed: "operational", ...runs(1, 0) }
  const machines: [Machine, boolean][] = [
    [base, true],
    [{ ...base, ...runs(70, 0), countsFrom: at(0) }, true],
    [
      { ...base, ended: { level: "offline", incidentId: null, alertId: null, recoveredAt: at(0) } },
      true,
    ],
    [{ ...base, ...runs(0, 0) }, false],
    [{ ...base, ...runs(0, 1) }, false],
    [{ ...base, isBlind: true }, false],
    [{ ...base, isAbsent: true }, false],
    [{ ...base, outage }, false],
    [{ ...base, confirmed: "degraded" }, false],
    [newMachine(), false],
  ]
  for (const [machine, expected] of machines) {
    const { rows } = await world.services.database.pool.query<{ is: boolean }>(
      `select ${settledSql} as is from (select status, $2::jsonb as machine from monitor_state where monitor_id = $1) s`,
      [monitor?.id, JSON.stringify(machine)],
    )
    expect({ machine, rule: isSettled(machine), sql: rows[0]?.is }).toEqual({
      machine,
      rule: expected,
      sql: expected,
    })
  }
})
