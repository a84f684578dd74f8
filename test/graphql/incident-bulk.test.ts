import { expect, test } from "vitest"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { newId } from "../../src/platform/id.ts"
import { ask, keyActor } from "../support/ask.ts"
import { makeOutage } from "../support/outage.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const rows = () => world.services.database.prisma

type Answer = {
  ids: string[]
  kept: { id: string; why: string; by: string | null }[]
  previous?: { userId: string | null; ids: string[] }[]
  intoId?: string | null
}

/** Types of the variables that a change may have beside its selection. */
const types = { until: "DateTime!", userId: "ID", intoId: "ID" }

async function change(
  actor: Actor,
  field: string,
  selection: object,
  more: Partial<Record<keyof typeof types, unknown>> = {},
) {
  const names = Object.keys(more) as (keyof typeof types)[]
  const declared = names.map((name) => `, $${name}: ${types[name]}`).join("")
  const given = names.map((name) => `, ${name}: $${name}`).join("")
  const also = { assignAlerts: "previous { userId ids }", mergeAlerts: "intoId" }[field] ?? ""
  const type = field.endsWith("Alerts") ? "AlertSelection" : "IncidentSelection"
  const source = `mutation ($selection: ${type}!${declared}) {
    changed: ${field}(selection: $selection${given}) { ids kept { id why by } ${also} }
  }`
  const { data, errors } = await ask(world, actor, source, { selection, ...more })
  return { ...(data as { changed: Answer } | null)?.changed, errors }
}

async function makeStorm(count: number) {
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const ben = await makeMember(world, projectId, "editor", "Ben")
  const outages = []
  for (let at = 0; at < count; at++) {
    outages.push(await makeOutage(world, projectId, { level: "offline" }))
  }
  const alertIds = outages.map(({ alertId }) => alertId)
  const incidentIds = outages.map(({ outage }) => outage.incidentId ?? "")
  return { projectId, ada, ben, actor: ada.ctx.actor, alertIds, incidentIds }
}

const audited = async (projectId: string, action: string) =>
  (await rows().auditEntry.findMany({ where: { projectId, action } })).map(
    ({ subjectId }) => subjectId,
  )

test("alerts are acknowledged by a filter, and what another person did meanwhile is an outcome", async () => {
  const { projectId, actor, ben, alertIds, incidentIds } = await makeStorm(4)
  const [first = "", second = "", third = "", fourth = ""] = alertIds
  await acknowledgeAlert(ben.ctx, second)
  await change(actor, "resolveAlerts", { projectId, ids: [third] })
  const done = await change(actor, "acknowledgeAlerts", { projectId, ids: alertIds })
  expect(done.errors).toEqual([])
  expect(done.ids?.toSorted()).toEqual([first, fourth].toSorted())
  expect(done.kept?.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(
    [
      { id: second, why: "ALREADY", by: "Ben" },
      { id: third, why: "RESOLVED", by: "Ada" },
    ].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  )
  const incident = await rows().incident.findUniqueOrThrow({ where: { id: incidentIds[0] ?? "" } })
  expect(incident.acknowledgedBy).toBe("Ada")
  expect(new Set(await audited(projectId, "alert.acknowledged"))).toEqual(
    new Set([first, second, fourth]),
  )

  const undone = await change(actor, "unacknowledgeAlerts", { projectId, ids: done.ids })
  expect(undone.ids?.toSorted()).toEqual([first, fourth].toSorted())
  expect(await rows().alert.findUnique({ where: { id: second } })).toMatchObject({
    acknowledgedBy: "Ben",
  })
  const open = { projectId, filter: { meanings: ["OPEN"] } }
  expect((await change(actor, "acknowledgeAlerts", open)).ids?.toSorted()).toEqual(
    [first, fourth].toSorted(),
  )
})

test("incidents are acknowledged, resolved and reopened with their alerts", async () => {
  const { projectId, actor, alertIds, incidentIds } = await makeStorm(3)
  const open = { projectId, filter: { isOpen: true } }
  const taken = await change(actor, "acknowledgeIncidents", open)
  expect(taken.ids?.toSorted()).toEqual(incidentIds.toSorted())
  const state = async () => {
    const alerts = await rows().alert.findMany({ where: { projectId }, include: { state: true } })
    const incidents = await rows().incident.findMany({
      where: { projectId },
      include: { state: true },
    })
    return [incidents, alerts].map((some) => [...new Set(some.map((one) => one.state.name))])
  }
  expect(await state()).toEqual([["acknowledged"], ["acknowledged"]])
  expect(await change(actor, "acknowledgeIncidents", open)).toMatchObject({
    ids: [],
    kept: incidentIds.map(() => ({ why: "ALREADY", by: "Ada" })),
  })
  await change(actor, "unacknowledgeIncidents", { projectId, ids: taken.ids })
  expect(await state()).toEqual([["identified"], ["triggered"]])
  const resolved = await change(actor, "resolveIncidents", open)
  expect(resolved.ids).toHaveLength(3)
  expect(await state()).toEqual([["resolved"], ["resolved"]])
  expect(
    (await change(actor, "reopenIncidents", { projectId, ids: resolved.ids })).ids,
  ).toHaveLength(3)
  expect((await change(actor, "reopenAlerts", { projectId, ids: alertIds })).ids).toHaveLength(3)
  expect(await state()).toEqual([["identified"], ["triggered"]])
  expect(await audited(projectId, "incident.state_changed")).toHaveLength(9)
  const kinds = await rows().incidentUpdate.groupBy({
    by: ["kind"],
    where: { incident: { projectId } },
    _count: true,
  })
  expect(Object.fromEntries(kinds.map(({ kind, _count }) => [kind, _count]))).toMatchObject({
    acknowledged: 3,
    state_changed: 3,
    resolved: 3,
    reopened: 3,
  })
})

test("alerts are assigned, snoozed and merged, also as those of incidents, and all of it is undone", async () => {
  const { projectId, actor, ada, ben, alertIds, incidentIds } = await makeStorm(3)
  const [first = "", ...others] = alertIds
  await change(actor, "assignAlerts", { projectId, ids: [first] }, { userId: ben.userId })
  const ofIncidents = { projectId, ofIncidents: { ids: incidentIds } }
  const assigned = await change(actor, "assignAlerts", ofIncidents, { userId: ada.userId })
  expect(assigned.ids).toHaveLength(3)
  expect(assigned.previous?.find(({ userId }) => userId === ben.userId)?.ids).toEqual([first])
  expect(assigned.previous?.find(({ userId }) => userId === null)?.ids.toSorted()).toEqual(
    others.toSorted(),
  )
  const stranger = await change(actor, "assignAlerts", ofIncidents, { userId: newId() })
  expect(stranger.errors[0]?.code).toBe("validation_failed")

  const until = new Date(Date.now() + 3_600_000).toISOString()
  expect((await change(actor, "snoozeAlerts", ofIncidents, { until })).ids).toHaveLength(3)
  expect(await rows().alert.count({ where: { projectId, snoozedUntil: { gt: new Date() } } })).toBe(
    3,
  )
  expect((await change(actor, "unsnoozeAlerts", { projectId, ids: alertIds })).ids).toHaveLength(3)
  expect((await change(actor, "unsnoozeAlerts", { projectId, ids: alertIds })).kept).toHaveLength(3)

  const merged = await change(actor, "mergeAlerts", { projectId, ids: alertIds })
  expect(merged).toMatchObject({ intoId: first, kept: [], errors: [] })
  expect(merged.ids?.toSorted()).toEqual(others.toSorted())
  const joined = { leadId: first, state: "joined" } as const
  expect(await rows().escalation.count({ where: joined })).toBe(2)
  expect((await change(actor, "mergeAlerts", { projectId, ids: alertIds })).ids).toEqual([])
  // One acknowledgement is that of all.
  await change(actor, "acknowledgeAlerts", { projectId, ids: [first] })
  expect(await rows().alert.count({ where: { projectId, acknowledgedAt: null } })).toBe(0)
  await change(actor, "unacknowledgeAlerts", { projectId, ids: [first] })
  const split = await change(actor, "splitAlerts", { projectId, ids: merged.ids })
  expect(split.ids?.toSorted()).toEqual(others.toSorted())
  expect(await rows().escalation.count({ where: joined })).toBe(0)
})

test("a viewer changes only what they were paged for, and other projects' rows are ignored", async () => {
  const { projectId, actor, alertIds } = await makeStorm(2)
  const [first = "", second = ""] = alertIds
  const vi = await makeMember(world, projectId, "viewer", "Vi")
  await rows().page.create({
    data: { id: newId(), projectId, alertId: first, userId: vi.userId, round: 1, ruleOrder: 1 },
  })
  const done = await change(vi.ctx.actor, "acknowledgeAlerts", { projectId, ids: alertIds })
  expect(done).toMatchObject({ ids: [first], kept: [{ id: second, why: "FORBIDDEN" }] })
  const refused = await change(vi.ctx.actor, "resolveAlerts", { projectId, ids: alertIds })
  expect(refused.errors[0]?.code).toBe("insufficient_scope")
  const key = keyActor(projectId, newId(), ["incidents:read"])
  const incidents = await change(key, "acknowledgeIncidents", { projectId, filter: {} })
  expect(incidents.errors[0]?.code).toBe("insufficient_scope")
  const other = await makeStorm(1)
  const elsewhere = { projectId, ids: [...other.alertIds, second] }
  expect((await change(actor, "acknowledgeAlerts", elsewhere)).ids).toEqual([second])
  expect((await change(actor, "acknowledgeAlerts", { projectId })).errors[0]?.message).toContain(
    "but not both",
  )
})

test("500 alerts and incidents are changed by a bounded number of statements", async () => {
  const { projectId, actor } = await makeStorm(1)
  const pool = world.services.database.pool
  await pool.query(
    `with copy as (
       insert into incident (id, project_id, number, title, state_id, severity_id, started_at, updated_at)
       select gen_random_uuid(), project_id, 1000 + n, title, state_id, severity_id, started_at, now()
         from incident, generate_series(1, 499) n where project_id = $1
       returning id, number)
     insert into alert (id, project_id, number, title, state_id, severity_id, incident_id, updated_at)
     select gen_random_uuid(), alert.project_id, copy.number, alert.title, alert.state_id, alert.severity_id, copy.id, now()
       from alert, copy where alert.project_id = $1`,
    [projectId],
  )
  const open = { projectId, filter: { isOpen: true } }
  const began = performance.now()
  expect((await change(actor, "acknowledgeIncidents", open)).ids).toHaveLength(500)
  expect((await change(actor, "resolveAlerts", open)).ids).toHaveLength(500)
  expect(performance.now() - began).toBeLessThan(10_000)
})
