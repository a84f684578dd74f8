import { expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { say } from "../../src/findings/say.ts"
import { acknowledgeIncident } from "../../src/graphql/incidents/incident/acknowledge-incident.ts"
import {
  changeIncidentState,
  resolveIncident,
} from "../../src/graphql/incidents/incident/change-state.ts"
import {
  reopenOutages,
  resolveOutages,
} from "../../src/graphql/incidents/incident/outage-course.ts"
import {
  declareOutages,
  escalateOutages,
  newOutageIds,
} from "../../src/graphql/incidents/incident/declare-outage.ts"
import { entryTextOf } from "../../src/graphql/incidents/incident/rules/incident-texts.ts"
import { outageTitle } from "../../src/graphql/incidents/incident/rules/incident-title.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { makeMonitorRow } from "../support/monitor-row.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const refused = "Connection refused by 127.0.0.1."
const startedAt = new Date("2026-11-21T09:00:00Z")
const at = new Date("2026-11-21T09:05:00Z")

async function makeOutage(level: "offline" | "degraded") {
  const project = await makeProject(world)
  const monitor = await makeMonitorRow(world, project.id)
  const outage = {
    projectId: project.id,
    monitorId: monitor.id,
    monitorName: monitor.name,
    startedAt,
    findings: [asWritten(refused)],
    failureClass: "connect_refused",
  }
  const ids = newOutageIds(level)
  await transact(world.services, (tx) => declareOutages(tx, [{ ...outage, ...ids, level }]))
  return { ...ids, outage, projectId: project.id }
}

async function incidentOf(id: string | null) {
  const incident = await world.services.database.prisma.incident.findUniqueOrThrow({
    where: { id: id ?? "" },
    include: {
      state: { select: { name: true } },
      severity: { select: { name: true } },
      updates: { orderBy: { id: "asc" } },
    },
  })
  const updates = incident.updates.map((update) => ({
    kind: update.kind,
    body: entryTextOf(update).text,
    actorName: update.actorName,
  }))
  return { ...incident, updates }
}

const alertOf = (id: string) =>
  world.services.database.prisma.alert.findUniqueOrThrow({
    where: { id },
    include: { state: { select: { name: true } }, severity: { select: { name: true } } },
  })

const eventsOf = async (projectId: string) => {
  const rows = await world.services.database.prisma.delivery.findMany({
    where: { projectId },
    orderBy: { id: "asc" },
    select: { event: true, subjectId: true, priority: true, target: true, state: true },
  })
  return rows.map(({ event }) => event)
}

const resolve = (ids: { incidentId: string | null; alertId: string }) =>
  transact(world.services, (tx) =>
    resolveOutages(tx, [{ ...ids, at, findings: [asWritten("It is well again.")] }]),
  )

const reopen = (ids: { incidentId: string | null; alertId: string }) =>
  transact(world.services, (tx) =>
    reopenOutages(tx, [{ ...ids, at, findings: [asWritten("Refused again.")] }]),
  )

test("offline declares one major incident from the first failure, with one high alert", async () => {
  const { incidentId, alertId, projectId, outage } = await makeOutage("offline")
  expect(await incidentOf(incidentId)).toMatchObject({
    number: 1,
    title: "Shop is down",
    titleFinding: { code: "monitor_offline", parameters: { monitor: "Shop" } },
    description: "",
    findings: outage.findings,
    startedAt,
    monitorId: outage.monitorId,
    state: { name: "identified" },
    severity: { name: "major" },
    isFlapping: false,
    isManual: false,
    resolvedAt: null,
    updates: [{ kind: "declared", body: refused, actorName: "Watchkeeper" }],
  })
  expect(await alertOf(alertId)).toMatchObject({
    number: 1,
    title: "Shop is down",
    titleFinding: { code: "monitor_offline", parameters: { monitor: "Shop" } },
    description: "",
    findings: outage.findings,
    incidentId,
    state: { name: "triggered" },
    severity: { name: "high" },
    resolvedAt: null,
  })
  expect(await eventsOf(projectId)).toEqual(["incident.created", "alert.created"])
})

test("the outbox contains the incident as receivers read it, and pages come first", async () => {
  const { incidentId, alertId, projectId, outage } = await makeOutage("offline")
  const incident = await incidentOf(incidentId)
  const [created, paged] = await world.services.database.prisma.delivery.findMany({
    where: { projectId },
    orderBy: { id: "asc" },
  })
  expect(created).toMatchObject({
    event: "incident.created",
    subjectId: incidentId,
    target: "everyone",
    state: "pending",
    dedupeKey: `incident.created:${incidentId}`,
    payload: {
      incident: {
        id: incidentId,
        number: 1,
        title: "Shop is down",
        description: refused,
        findings: [{ ...asWritten(refused), text: refused }],
        state: { name: "identified", color: "#d92d20", is_resolved: false },
        severity: { name: "major", color: "#d92d20" },
        monitor: { id: outage.monitorId, name: "Shop" },
        monitors: [],
        is_flapping: false,
        started_at: startedAt.toISOString(),
        resolved_at: null,
        created_at: incident.createdAt.toISOString(),
        updated_at: incident.updatedAt.toISOString(),
      },
      reason: refused,
      findings: [{ ...asWritten(refused), text: refused }],
      failure_class: "connect_refused",
    },
  })
  expect(paged).toMatchObject({ event: "alert.created", subjectId: alertId })
  expect(paged?.priority).toBeGreaterThan(created?.priority ?? 0)
})

test("degraded raises one low alert and no incident", async () => {
  const { incidentId, alertId, projectId } = await makeOutage("degraded")
  expect(incidentId).toBeNull()
  expect(await alertOf(alertId)).toMatchObject({
    title: "Shop is degraded",
    incidentId: null,
    severity: { name: "low" },
  })
  expect(await eventsOf(projectId)).toEqual(["alert.created"])
})

test("degraded that worsens becomes an incident with a high alert, and the low alert is resolved", async () => {
  const { alertId: lowId, outage, projectId } = await makeOutage("degraded")
  const worse = newOutageIds("offline")
  await transact(world.services, (tx) =>
    escalateOutages(tx, [{ ...outage, ...worse, level: "offline", lowAlertId: lowId, at }]),
  )
  expect(await alertOf(lowId)).toMatchObject({
    state: { name: "resolved" },
    resolvedAt: at,
    incidentId: worse.incidentId,
  })
  expect(await alertOf(worse.alertId)).toMatchObject({
    number: 2,
    state: { name: "triggered" },
    severity: { name: "high" },
    incidentId: worse.incidentId,
  })
  expect(await eventsOf(projectId)).toEqual([
    "alert.created",
    "incident.created",
    "alert.created",
    "alert.resolved",
  ])
})

test("recovery resolves both, once", async () => {
  const ids = await makeOutage("offline")
  await Promise.all([resolve(ids), resolve(ids)])
  const incident = await incidentOf(ids.incidentId)
  expect(incident).toMatchObject({ state: { name: "resolved" }, resolvedAt: at, isManual: false })
  expect(incident.updates.filter(({ kind }) => kind === "resolved")).toEqual([
    { kind: "resolved", body: "It is well again.", actorName: "Watchkeeper" },
  ])
  expect(await alertOf(ids.alertId)).toMatchObject({ state: { name: "resolved" }, resolvedAt: at })
  const events = await eventsOf(ids.projectId)
  expect(events.filter((event) => event.endsWith(".resolved")).toSorted()).toEqual([
    "alert.resolved",
    "incident.resolved",
  ])
})

test("an acknowledged incident is resolved by recovery like any other", async () => {
  const ids = await makeOutage("offline")
  await acknowledgeIncident(world.system, ids.incidentId ?? "")
  await resolve(ids)
  expect(await incidentOf(ids.incidentId)).toMatchObject({
    state: { name: "resolved" },
    acknowledgedBy: "test",
  })
  expect(await alertOf(ids.alertId)).toMatchObject({ state: { name: "resolved" } })
})

test("a state set by a person stays when the monitor recovers, and the timeline says so", async () => {
  const ids = await makeOutage("offline")
  const { prisma } = world.services.database
  const { id: stateId } = await prisma.state.create({
    data: {
      id: ids.alertId,
      projectId: ids.projectId,
      subject: "incident",
      name: "watching",
      color: "#175cd3",
      meaning: "open",
      order: 9,
    },
  })
  await changeIncidentState(world.system, { id: ids.incidentId ?? "", state: "watching" })
  await resolve(ids)
  const incident = await incidentOf(ids.incidentId)
  expect(incident).toMatchObject({ stateId, isManual: true, resolvedAt: null })
  expect(incident.updates.map(({ kind, body }) => [kind, body])).toEqual([
    ["declared", refused],
    ["state_changed", "identified → watching"],
    ["note", "It is well again. The state was set manually and is not changed."],
  ])
  expect(await alertOf(ids.alertId)).toMatchObject({ state: { name: "resolved" } })
})

test("a relapse reopens the same incident and alert as flapping, and nobody is paged twice", async () => {
  const ids = await makeOutage("offline")
  await acknowledgeIncident(world.system, ids.incidentId ?? "")
  await resolve(ids)
  await reopen(ids)
  const incident = await incidentOf(ids.incidentId)
  expect(incident).toMatchObject({
    number: 1,
    state: { name: "identified" },
    isFlapping: true,
    acknowledgedAt: null,
    resolvedAt: null,
  })
  expect(incident.updates.at(-1)).toEqual({
    kind: "reopened",
    body: "Refused again.",
    actorName: "Watchkeeper",
  })
  expect(await alertOf(ids.alertId)).toMatchObject({
    state: { name: "triggered" },
    acknowledgedAt: null,
    resolvedAt: null,
  })
  const events = await eventsOf(ids.projectId)
  expect(events.filter((event) => event === "alert.created")).toHaveLength(1)
  expect(events.at(-1)).toBe("incident.updated")
  await resolve(ids)
  expect(await incidentOf(ids.incidentId)).toMatchObject({ state: { name: "resolved" } })
})

test("a flap reopens what a person resolved, and recovery resolves it again", async () => {
  const ids = await makeOutage("offline")
  await resolveIncident(world.system, ids.incidentId ?? "")
  expect(await alertOf(ids.alertId)).toMatchObject({ state: { name: "resolved" } })
  await reopen(ids)
  expect(await incidentOf(ids.incidentId)).toMatchObject({
    state: { name: "identified" },
    isManual: false,
  })
  await resolve(ids)
  expect(await incidentOf(ids.incidentId)).toMatchObject({ state: { name: "resolved" } })
})

test("an outage that was only degraded reopens and resolves only its alert", async () => {
  const ids = await makeOutage("degraded")
  await resolve(ids)
  await reopen(ids)
  expect(await alertOf(ids.alertId)).toMatchObject({ state: { name: "triggered" } })
  expect(await eventsOf(ids.projectId)).toEqual(["alert.created", "alert.resolved"])
})

test("numbers have no gaps when twenty outages are declared concurrently and some are rolled back", async () => {
  const project = await makeProject(world)
  const monitor = await makeMonitorRow(world, project.id)
  const declare = (index: number) =>
    transact(world.services, async (tx) => {
      const outage = {
        ...newOutageIds("offline"),
        projectId: project.id,
        monitorId: monitor.id,
        monitorName: monitor.name,
        level: "offline" as const,
        startedAt,
        findings: [asWritten("Down.")],
        failureClass: null,
      }
      await declareOutages(tx, [outage])
      if (index % 5 === 0) throw new Error("rolled back")
    })
  await Promise.allSettled(Array.from({ length: 25 }, (_, index) => declare(index)))
  const { prisma } = world.services.database
  const where = { projectId: project.id }
  const incidents = await prisma.incident.findMany({ where, orderBy: { number: "asc" } })
  const alerts = await prisma.alert.findMany({ where, orderBy: { number: "asc" } })
  const upToTwenty = Array.from({ length: 20 }, (_, index) => index + 1)
  expect(incidents.map(({ number }) => number)).toEqual(upToTwenty)
  expect(alerts.map(({ number }) => number)).toEqual(upToTwenty)
})

test("a title is at most 200 characters and never splits a character", () => {
  expect(say([outageTitle("offline", "Shop")])).toBe("Shop is down")
  const long = say([outageTitle("degraded", `${"x".repeat(186)}${"🛒".repeat(7)}`)])
  expect(long.length).toBeLessThanOrEqual(200)
  expect(long.isWellFormed()).toBe(true)
  expect(long.endsWith("… is degraded")).toBe(true)
})

test("incidents of a deleted monitor are resolved, and nobody is paged for them", async () => {
  const { incidentId, alertId, outage } = await makeOutage("offline")
  const { monitorId } = outage
  await world.services.database.prisma.monitorState.create({ data: { monitorId } })
  await deleteMonitor(world.system, monitorId)
  expect(await incidentOf(incidentId)).toMatchObject({
    state: { name: "resolved" },
    resolvedAt: expect.any(Date),
    updates: [{ kind: "declared" }, { kind: "resolved", body: "Monitor deleted." }],
  })
  const alert = await world.services.database.prisma.alert.findUniqueOrThrow({
    where: { id: alertId },
    include: { escalation: true },
  })
  expect(alert).toMatchObject({ resolvedAt: expect.any(Date), escalation: { state: "ended" } })
})
