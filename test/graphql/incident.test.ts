import { expect, test } from "vitest"
import { entryTextOf } from "../../src/graphql/incidents/incident/rules/incident-texts.ts"
import { acknowledgeIncident } from "../../src/graphql/incidents/incident/acknowledge-incident.ts"
import { addIncidentUpdate } from "../../src/graphql/incidents/incident/add-update.ts"
import {
  changeIncidentState,
  reopenIncident,
  resolveIncident,
} from "../../src/graphql/incidents/incident/change-state.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { savePostmortem } from "../../src/graphql/incidents/incident/save-postmortem.ts"
import { updateIncident } from "../../src/graphql/incidents/incident/update-incident.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import type { Scope } from "../../src/graphql/kernel/access.ts"
import { newId } from "../../src/platform/id.ts"
import { makeMonitorRow } from "../support/monitor-row.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function makeIncident(title = "Checkout fails") {
  const project = await makeProject(world)
  const incident = await declareIncident(world.system, { projectId: project.id, title })
  return { ...incident, projectId: project.id }
}

const readIncident = (id: string) =>
  world.services.database.prisma.incident.findUniqueOrThrow({
    where: { id },
    include: {
      state: { select: { name: true } },
      severity: { select: { name: true } },
      updates: {
        select: {
          kind: true,
          body: true,
          findings: true,
          actorKind: true,
          actorName: true,
        },
        orderBy: { id: "asc" },
      },
    },
  })

const eventsOf = async (subjectId: string) => {
  const rows = await world.services.database.prisma.delivery.findMany({
    where: { subjectId },
    orderBy: { id: "asc" },
  })
  return rows.map(({ event }) => event)
}

const auditOf = async (subjectId: string) => {
  const rows = await world.services.database.prisma.auditEntry.findMany({
    where: { subjectId },
    orderBy: { id: "asc" },
  })
  return rows.map(({ action }) => action)
}

test("declares manually: the next number, text, severity, a timeline and no alert", async () => {
  const project = await makeProject(world)
  const monitor = await makeMonitorRow(world, project.id)
  const editor = await makeMember(world, project.id, "editor", "Grace")
  const { id } = await declareIncident(editor.ctx, {
    projectId: project.id,
    title: " Checkout fails ",
    description: "Cards are refused.",
    severity: "critical",
    monitorId: monitor.id,
  })
  expect(await readIncident(id)).toMatchObject({
    number: 1,
    title: "Checkout fails",
    description: "Cards are refused.",
    monitorId: monitor.id,
    state: { name: "identified" },
    severity: { name: "critical" },
    updates: [
      { kind: "declared", body: "Cards are refused.", actorKind: "user", actorName: "Grace" },
    ],
  })
  expect(await world.services.database.prisma.alert.count({ where: { incidentId: id } })).toBe(0)
  expect(await eventsOf(id)).toEqual(["incident.created"])
  expect(await auditOf(id)).toEqual(["incident.declared"])
})

test("refuses invalid input by pointer without using a number", async () => {
  const project = await makeProject(world)
  const other = await makeProject(world)
  const foreign = await makeMonitorRow(world, other.id)
  const base = { projectId: project.id, title: "Down" }
  const refused = [
    [{ ...base, title: " " }, "#/title", "must not be empty"],
    [
      { ...base, description: "x".repeat(5001) },
      "#/description",
      "must be at most 5,000 characters long",
    ],
    [{ ...base, severity: "huge" }, "#/severity", "must be one of critical, major, minor"],
    [{ ...base, monitorId: foreign.id }, "#/monitorId", "must be a monitor of this project"],
    [{ ...base, monitorId: newId() }, "#/monitorId", "must be a monitor of this project"],
  ] as const
  for (const [given, pointer, detail] of refused) {
    await expect(declareIncident(world.system, given)).rejects.toMatchObject({
      code: "validation_failed",
      issues: [{ pointer, detail }],
    })
  }
  expect(await declareIncident(world.system, base)).toMatchObject({ number: 1 })
})

test("concurrent acknowledgements leave one entry, one event and one name; the alerts follow", async () => {
  const { id, projectId } = await makeIncident()
  const { prisma } = world.services.database
  const stateOf = (name: string) =>
    prisma.state.findFirstOrThrow({ where: { projectId, subject: "alert", name } })
  const severity = await prisma.severity.findFirstOrThrow({ where: { projectId, name: "high" } })
  const base = { projectId, incidentId: id, title: "Down", severityId: severity.id }
  const [open, over] = [newId(), newId()]
  await prisma.alert.createMany({
    data: [
      { ...base, id: open, number: 1, stateId: (await stateOf("triggered")).id },
      {
        ...base,
        id: over,
        number: 2,
        stateId: (await stateOf("resolved")).id,
        resolvedAt: new Date(),
      },
    ],
  })
  const grace = await makeMember(world, projectId, "editor", "Grace")
  const ada = await makeMember(world, projectId, "admin", "Ada")
  const answers = await Promise.all([
    acknowledgeIncident(grace.ctx, id),
    acknowledgeIncident(ada.ctx, id),
  ])
  const incident = await readIncident(id)
  expect(answers.map(({ acknowledgedBy }) => acknowledgedBy)).toEqual([
    incident.acknowledgedBy,
    incident.acknowledgedBy,
  ])
  expect(incident.state.name).toBe("acknowledged")
  expect(incident.updates.map(({ kind }) => kind)).toEqual(["declared", "acknowledged"])
  expect(await eventsOf(id)).toEqual(["incident.created", "incident.updated"])
  expect(await eventsOf(open)).toEqual(["alert.acknowledged"])
  expect(await eventsOf(over)).toEqual([])
  expect(await prisma.alert.findUniqueOrThrow({ where: { id: open } })).toMatchObject({
    acknowledgedBy: incident.acknowledgedBy,
    stateId: (await stateOf("acknowledged")).id,
  })
})

test("an incident resolved without acknowledgement cannot be acknowledged", async () => {
  const { id } = await makeIncident()
  await resolveIncident(world.system, id)
  await expect(acknowledgeIncident(world.system, id)).rejects.toMatchObject({
    code: "conflict",
    message: "The incident is already resolved. Reopen it to acknowledge it.",
  })
})

test("resolves and reopens manually, each once, however often it is requested", async () => {
  const { id } = await makeIncident()
  await acknowledgeIncident(world.system, id)
  await resolveIncident(world.system, id)
  const resolved = await resolveIncident(world.system, id)
  expect(resolved.resolvedAt).toBeInstanceOf(Date)
  await reopenIncident(world.system, id)
  await reopenIncident(world.system, id)
  const incident = await readIncident(id)
  expect(incident).toMatchObject({
    state: { name: "identified" },
    isManual: true,
    acknowledgedAt: null,
    resolvedAt: null,
  })
  expect(incident.updates.map(({ kind, body }) => [kind, body])).toEqual([
    ["declared", ""],
    ["acknowledged", ""],
    ["resolved", "acknowledged → resolved"],
    ["reopened", "resolved → identified"],
  ])
  expect(await eventsOf(id)).toEqual([
    "incident.created",
    "incident.updated",
    "incident.resolved",
    "incident.updated",
  ])
})

test("a custom state has its meaning; an unknown one is refused with the choices", async () => {
  const { id, projectId } = await makeIncident()
  await world.services.database.prisma.state.create({
    data: {
      id: newId(),
      projectId,
      subject: "incident",
      name: "closed",
      color: "#000000",
      meaning: "resolved",
      order: 9,
    },
  })
  await changeIncidentState(world.system, { id, state: "acknowledged" })
  expect(await readIncident(id)).toMatchObject({ acknowledgedBy: "test", isManual: false })
  await changeIncidentState(world.system, { id, state: "closed" })
  const closed = await readIncident(id)
  expect(closed.resolvedAt).toBeInstanceOf(Date)
  expect(closed.state.name).toBe("closed")
  expect(await eventsOf(id)).toEqual(["incident.created", "incident.updated", "incident.resolved"])
  await expect(changeIncidentState(world.system, { id, state: "gone" })).rejects.toMatchObject({
    code: "validation_failed",
    issues: [
      {
        pointer: "#/state",
        detail: "must be one of identified, acknowledged, resolved, closed",
      },
    ],
  })
})

test("of two concurrent state changes one wins and the other is refused", async () => {
  const { id } = await makeIncident()
  const outcomes = await Promise.allSettled([
    changeIncidentState(world.system, { id, state: "acknowledged" }),
    changeIncidentState(world.system, { id, state: "resolved" }),
  ])
  const lost = outcomes.filter((outcome) => outcome.status === "rejected")
  const { updates } = await readIncident(id)
  // If one transaction finished before the other started, both succeed in sequence.
  expect(updates).toHaveLength(lost.length === 0 ? 3 : 2)
  for (const { reason } of lost) expect(reason).toMatchObject({ code: "conflict" })
})

test("updates text and severity; an empty update is refused", async () => {
  const { id } = await makeIncident()
  await updateIncident(world.system, { id, description: "", severity: "minor" })
  expect(await readIncident(id)).toMatchObject({
    title: "Checkout fails",
    description: "",
    severity: { name: "minor" },
    isManual: false,
  })
  expect(await eventsOf(id)).toEqual(["incident.created", "incident.updated"])
  expect(await auditOf(id)).toEqual(["incident.declared", "incident.updated"])
  await expect(updateIncident(world.system, { id })).rejects.toMatchObject({
    issues: [{ detail: "must contain at least one of title, description, severity and monitors" }],
  })
})

test("accepts a note of 50,000 characters, refuses 50,001 and none", async () => {
  const { id } = await makeIncident()
  const body = "x".repeat(50_000)
  await addIncidentUpdate(world.system, { id, body })
  for (const refused of [`${body}x`, " \n "]) {
    await expect(addIncidentUpdate(world.system, { id, body: refused })).rejects.toMatchObject({
      code: "validation_failed",
      issues: [{ pointer: "#/body" }],
    })
  }
  const { updates } = await readIncident(id)
  expect(updates.map(({ kind, body }) => [kind, body.length])).toEqual([
    ["declared", 0],
    ["note", 50_000],
  ])
})

test("a plain save of the post-mortem never publishes; publishing is announced once", async () => {
  const { id } = await makeIncident()
  const save = (rest: { note: string; published?: boolean; notifySubscribers?: boolean }) =>
    savePostmortem(world.system, { id, ...rest })
  expect(await save({ note: "A cable." })).toEqual({
    saved: true,
    published: false,
    noteChanged: true,
  })
  expect(await save({ note: "A cable." })).toEqual({
    saved: true,
    published: false,
    noteChanged: false,
  })
  expect(await save({ note: "A cable.", published: true, notifySubscribers: true })).toEqual({
    saved: true,
    published: true,
    noteChanged: false,
  })
  expect(await save({ note: "" })).toEqual({ saved: true, published: false, noteChanged: true })
  const incident = await readIncident(id)
  expect(incident).toMatchObject({
    postmortemNote: "",
    postmortemPublished: false,
    postmortemNotify: true,
  })
  expect(incident.updates.map((one) => entryTextOf(one).text).slice(1)).toEqual([
    "The post-mortem was saved.",
    "The post-mortem was published.",
    "The post-mortem was cleared.",
  ])
  expect(await eventsOf(id)).toEqual([
    "incident.created",
    "incident.updated",
    "incident.postmortem_published",
    "incident.updated",
  ])
  await expect(save({ note: "x".repeat(50_001) })).rejects.toMatchObject({
    issues: [{ pointer: "#/note", detail: "must be at most 50,000 characters long" }],
  })
})

test("another project's incident fails like an unknown one in every verb", async () => {
  const { id } = await makeIncident()
  const own = await makeProject(world)
  const owner = await makeMember(world, own.id, "owner")
  const scopes: Scope[] = ["incidents:read", "incidents:write"]
  const key = contextFor(world.services, {
    kind: "key",
    keyId: newId(),
    projectId: own.id,
    plan: "pro",
    name: "key",
    scopes,
  })
  for (const ctx of [owner.ctx, key]) {
    for (const asked of [id, newId()]) {
      const attempts = [
        acknowledgeIncident(ctx, asked),
        resolveIncident(ctx, asked),
        reopenIncident(ctx, asked),
        changeIncidentState(ctx, { id: asked, state: "resolved" }),
        updateIncident(ctx, { id: asked, title: "Mine" }),
        addIncidentUpdate(ctx, { id: asked, body: "Mine" }),
        savePostmortem(ctx, { id: asked, note: "Mine" }),
      ]
      for (const attempt of await Promise.allSettled(attempts)) {
        expect(attempt).toMatchObject({
          status: "rejected",
          reason: { code: "not_found", message: "There is no such incident." },
        })
      }
    }
  }
  expect(await readIncident(id)).toMatchObject({
    title: "Checkout fails",
    updates: [{ kind: "declared" }],
  })
})

test("a viewer can read incidents but not change them", async () => {
  const { id, projectId } = await makeIncident()
  const viewer = await makeMember(world, projectId, "viewer")
  await expect(acknowledgeIncident(viewer.ctx, id)).rejects.toMatchObject({
    code: "insufficient_scope",
  })
})
