import { describe, expect, test } from "vitest"
import type { CheckResult } from "../../src/graphql/monitoring/check/rules/check-result.ts"
import { asWritten } from "../../src/findings/finding.ts"
import { listChecks } from "../../src/graphql/monitoring/check/list-checks.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { readSteps } from "../../src/graphql/monitoring/verdict/rules/verdict-steps.ts"
import { newId } from "../../src/platform/id.ts"
import { checkOf, insertMonitor, offline } from "../support/checks.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const start = Date.now() - 3_600_000
const at = (minute: number) => new Date(start + minute * 60_000)

async function makeMonitor(members: Parameters<typeof insertMonitor>[2] = {}) {
  const project = await makeProject(world)
  return insertMonitor(world, project.id, members)
}

async function stateOf(monitorId: string) {
  const { prisma } = world.services.database
  const [incidents, alerts, changes, verdicts, state, checks] = await Promise.all([
    prisma.incident.findMany({
      where: { monitorId },
      include: { state: true },
      orderBy: { number: "asc" },
    }),
    prisma.alert.findMany({
      where: { monitorId },
      include: { state: true, severity: true },
      orderBy: { number: "asc" },
    }),
    prisma.statusChange.findMany({ where: { monitorId }, orderBy: { id: "asc" } }),
    prisma.verdict.findMany({ where: { monitorId }, orderBy: { id: "asc" } }),
    prisma.monitorState.findUniqueOrThrow({ where: { monitorId } }),
    prisma.$queryRaw<{ count: number }[]>`select count(*)::int from check_result
      where monitor_seq = (select seq from monitor where id = ${monitorId}::uuid)`,
  ])
  return {
    incidents: incidents.map(
      (incident) =>
        `${incident.state.name} since ${incident.startedAt.getTime() === at(1).getTime()} flapping ${incident.isFlapping}`,
    ),
    alerts: alerts.map((alert) => `${alert.severity.name} ${alert.state.name}`),
    changes: changes.map((change) => `${change.from} → ${change.to}`),
    decisions: verdicts.map((verdict) => verdict.decision),
    status: state.status,
    checks: checks[0]?.count,
  }
}

describe("recording checks", () => {
  test("an outage is one backdated incident and one alert; recovery resolves both", async () => {
    const monitor = await makeMonitor()
    const { services } = world
    await recordChecks(services, [checkOf(monitor, at(0)), checkOf(monitor, at(1), offline)])
    expect(await stateOf(monitor.id)).toMatchObject({
      incidents: [],
      alerts: [],
      status: "operational",
    })
    await recordChecks(services, [checkOf(monitor, at(2), offline)])
    expect(await stateOf(monitor.id)).toEqual({
      incidents: ["identified since true flapping false"],
      alerts: ["high triggered"],
      changes: ["unknown → operational", "operational → offline"],
      decisions: ["status_only", "declared"],
      status: "offline",
      checks: 3,
    })
    await recordChecks(services, [checkOf(monitor, at(3))])
    expect(await stateOf(monitor.id)).toMatchObject({
      incidents: ["resolved since true flapping false"],
      alerts: ["high resolved"],
      decisions: ["status_only", "declared", "recovered"],
      status: "operational",
    })
  })

  test("duplicate and outdated checks change nothing", async () => {
    const monitor = await makeMonitor()
    const checks = [0, 1, 2].map((minute) => checkOf(monitor, at(minute), offline))
    await recordChecks(world.services, checks)
    const once = await stateOf(monitor.id)
    await recordChecks(world.services, checks)
    await recordChecks(world.services, [checkOf(monitor, at(-5))])
    expect(await stateOf(monitor.id)).toEqual({ ...once, checks: 4 })
  })

  test("twenty concurrent recorders declare one outage once", async () => {
    const monitor = await makeMonitor({ failureThreshold: 1 })
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        recordChecks(world.services, [checkOf(monitor, at(1 + index / 60), offline)]),
      ),
    )
    expect(await stateOf(monitor.id)).toMatchObject({
      alerts: ["high triggered"],
      status: "offline",
    })
    expect((await stateOf(monitor.id)).incidents).toHaveLength(1)
  })

  test("down again within ten minutes is the same incident, flapping, without a second alert", async () => {
    const monitor = await makeMonitor({ failureThreshold: 1 })
    const results = [offline, {}, offline]
    await recordChecks(
      world.services,
      results.map((members, index) => checkOf(monitor, at(index + 1), members)),
    )
    expect(await stateOf(monitor.id)).toMatchObject({
      incidents: ["identified since true flapping true"],
      alerts: ["high triggered"],
      decisions: ["declared", "recovered", "reopened"],
    })
  })

  test("a degraded phase does not end a flap: its own alert is resolved, and nobody is paged again", async () => {
    const monitor = await makeMonitor({ failureThreshold: 1 })
    const slow: Partial<CheckResult> = {
      status: "degraded",
      failureClass: "assertion",
      findings: [asWritten("It was slow.")],
    }
    await recordChecks(
      world.services,
      [offline, slow, offline].map((members, index) => checkOf(monitor, at(index + 1), members)),
    )
    expect(await stateOf(monitor.id)).toMatchObject({
      incidents: ["identified since true flapping true"],
      alerts: ["high triggered", "low resolved"],
      decisions: ["declared", "recovered", "reopened"],
    })
  })

  test("while muted the status changes and nothing is declared", async () => {
    const monitor = await makeMonitor({
      failureThreshold: 1,
      mutedUntil: new Date(Date.now() + 60_000),
    })
    await recordChecks(world.services, [checkOf(monitor, at(1), offline)])
    expect(await stateOf(monitor.id)).toMatchObject({
      incidents: [],
      alerts: [],
      decisions: ["silenced"],
      status: "offline",
    })
  })

  test("nothing is declared during maintenance, even if its state was not updated to ongoing", async () => {
    const monitor = await makeMonitor({ failureThreshold: 1 })
    await world.services.database.prisma.maintenance.create({
      data: {
        id: newId(),
        projectId: monitor.projectId,
        title: "New disks",
        startsAt: new Date(Date.now() - 60_000),
        endsAt: new Date(Date.now() + 60_000),
        monitors: { create: { monitorId: monitor.id } },
      },
    })
    await recordChecks(world.services, [checkOf(monitor, at(1), offline)])
    expect(await stateOf(monitor.id)).toMatchObject({ alerts: [], decisions: ["silenced"] })
  })

  test("nothing is declared for checks within a window or mute, even if they are stored after it", async () => {
    const over = new Date(Date.now() - 5000)
    const within = new Date(over.getTime() - 5000)
    const maintained = await makeMonitor({ failureThreshold: 1 })
    await world.services.database.prisma.maintenance.create({
      data: {
        id: newId(),
        projectId: maintained.projectId,
        title: "New disks",
        startsAt: at(0),
        endsAt: over,
        monitors: { create: { monitorId: maintained.id } },
      },
    })
    const muted = await makeMonitor({ failureThreshold: 1, mutedUntil: over })
    for (const monitor of [maintained, muted]) {
      await recordChecks(world.services, [checkOf(monitor, within, offline)])
      expect(await stateOf(monitor.id)).toMatchObject({
        alerts: [],
        decisions: ["silenced"],
        status: "offline",
      })
      await recordChecks(world.services, [checkOf(monitor, new Date(), offline)])
      expect(await stateOf(monitor.id)).toMatchObject({ alerts: ["high triggered"] })
    }
    const { prisma } = world.services.database
    const verdicts = await prisma.verdict.findMany({
      where: { decision: "silenced", monitorId: { in: [maintained.id, muted.id] } },
      orderBy: { id: "asc" },
    })
    const until = over.toISOString()
    expect(
      verdicts.map(({ steps }) => readSteps(steps).find(({ silence }) => silence)?.silence),
    ).toEqual([
      { kind: "maintenance", name: "New disks", since: at(0).toISOString(), until },
      { kind: "muted", name: null, since: null, until },
    ])
  })

  test("a check dated in the future does not block later ones", async () => {
    const monitor = await makeMonitor()
    const ahead = new Date(Date.now() + 3_600_000)
    await recordChecks(world.services, [checkOf(monitor, ahead)])
    for (const ago of [2000, 1000]) {
      await recordChecks(world.services, [checkOf(monitor, new Date(Date.now() - ago), offline)])
    }
    expect(await stateOf(monitor.id)).toMatchObject({
      alerts: ["high triggered"],
      status: "offline",
    })
  })

  test("nothing is declared below an offline parent", async () => {
    const parent = await makeMonitor({ name: "Router", failureThreshold: 1 })
    await recordChecks(world.services, [checkOf(parent, at(0), offline)])
    const child = await insertMonitor(world, parent.projectId, {
      parentId: parent.id,
      failureThreshold: 1,
    })
    await recordChecks(world.services, [checkOf(child, at(1), offline)])
    expect(await stateOf(child.id)).toMatchObject({ alerts: [], decisions: ["silenced"] })
  })

  test("an internal error is stored as unknown and declares nothing", async () => {
    const monitor = await makeMonitor({ failureThreshold: 1 })
    const unknown: Partial<CheckResult> = {
      status: "unknown",
      failureClass: "internal",
      findings: [asWritten("Our disk is full.")],
    }
    await recordChecks(world.services, [
      checkOf(monitor, at(0)),
      ...[1, 2, 3].map((minute) => checkOf(monitor, at(minute), unknown)),
    ])
    expect(await stateOf(monitor.id)).toMatchObject({
      incidents: [],
      alerts: [],
      changes: ["unknown → operational", "operational → unknown"],
      status: "unknown",
    })
  })

  test("evidence of a failing response and the columns of a check are stored unchanged", async () => {
    const monitor = await makeMonitor()
    const body = Uint8Array.from(Buffer.from("<h1>502</h1>"))
    const evidence = { head: "HTTP/1.1 502 Bad Gateway", body }
    await recordChecks(world.services, [
      checkOf(monitor, at(0), {
        ...offline,
        httpStatus: 502,
        warnings: [asWritten("late")],
        evidence,
      }),
    ])
    const { prisma } = world.services.database
    const where = { monitorSeq: monitor.seq }
    expect(await prisma.check.findFirst({ where })).toMatchObject({
      startedAt: at(0),
      status: "offline",
      failureClass: "connect_refused",
      httpStatus: 502,
      warnings: [],
      warningFindings: [asWritten("late")],
      connectMs: 12.5,
      tlsMs: null,
      detail: { firstAttempt: offline.firstAttempt },
    })
    expect(await prisma.checkEvidence.findFirst({ where })).toMatchObject(evidence)
  })

  test("a certificate is linked from every check that observed it, and stored once", async () => {
    const monitor = await makeMonitor()
    const certificate = {
      subject: "CN=shop",
      issuer: "CN=authority",
      names: ["shop.example"],
      validFrom: "2026-01-01T00:00:00.000Z",
      expiresAt: "2027-01-01T00:00:00.000Z",
      fingerprint256: "AA:BB",
    }
    for (const minute of [0, 1, 2]) {
      await recordChecks(world.services, [checkOf(monitor, at(minute), { certificate })])
    }
    const { rows } = await listChecks(world.services, monitor.seq, {})
    expect(rows.map((row) => row.certificate?.fingerprint256)).toEqual(["AA:BB", "AA:BB", "AA:BB"])
    expect(await world.services.database.prisma.certificate.findMany()).toEqual([
      {
        id: 1,
        fingerprint: "AA:BB",
        subject: "CN=shop",
        issuer: "CN=authority",
        names: ["shop.example"],
        validFrom: new Date(certificate.validFrom),
        expiresAt: new Date(certificate.expiresAt),
        seenAt: expect.any(Date),
      },
    ])
  })

  test("a monitor that was paused or deleted during its check is not changed", async () => {
    const monitor = await makeMonitor({ failureThreshold: 1 })
    await world.services.database.prisma.monitor.update({
      where: { id: monitor.id },
      data: { pausedAt: new Date() },
    })
    await recordChecks(world.services, [checkOf(monitor, at(0), offline)])
    expect(await stateOf(monitor.id)).toMatchObject({ checks: 0, status: "unknown", alerts: [] })
  })
})
