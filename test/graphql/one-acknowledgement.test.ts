import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { changeAlertState } from "../../src/graphql/incidents/alert/change-state.ts"
import { resolveAlert } from "../../src/graphql/incidents/alert/resolve-alerts.ts"
import { unacknowledgeAlert } from "../../src/graphql/incidents/alert/unacknowledge-alert.ts"
import { acknowledgeIncident } from "../../src/graphql/incidents/incident/acknowledge-incident.ts"
import { changeIncidentState } from "../../src/graphql/incidents/incident/change-state.ts"
import { unacknowledgeIncident } from "../../src/graphql/incidents/incident/unacknowledge-incident.ts"
import { newId } from "../../src/platform/id.ts"
import { makeOutage, declareOn } from "../support/outage.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

/** An outage with two open alerts, as after one that a person resolved too early. */
async function makeScene(alerts = 2) {
  const { prisma } = world.services.database
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "owner", "Bo")
  for (const [name, meaning] of [
    ["investigating", "open"],
    ["fixing", "acknowledged"],
  ] as const) {
    const subject = "incident" as const
    await prisma.state.create({
      data: { id: newId(), projectId, subject, name, meaning, color: "#000000", order: 9 },
    })
  }
  const { monitor, outage } = await makeOutage(world, projectId, { level: "offline" })
  const id = outage.incidentId ?? ""
  // Each alert pages on its own, and is acknowledged on its own.
  const apart = () =>
    world.services.database.pool.query(
      "update escalation set causes = '{}' where project_id = $1",
      [projectId],
    )
  await apart()
  const join = async () => {
    const { alertId } = await declareOn(world, monitor, {
      level: "offline",
      isIncidentOpen: true,
      incidentId: id,
      alertId: newId(),
    })
    await apart()
    return alertId
  }
  const first = outage.alertId
  const second = alerts > 1 ? await join() : first
  return { projectId, ada, bo, id, first, second, join }
}

const read = (id: string) =>
  world.services.database.prisma.incident.findUniqueOrThrow({
    where: { id },
    include: { state: true, updates: { orderBy: { id: "asc" } } },
  })

/** State, who acknowledged it, and the kinds of its timeline. */
async function glance(id: string) {
  const { state, acknowledgedBy, acknowledgedAt, updates } = await read(id)
  expect(acknowledgedAt === null).toBe(acknowledgedBy === null)
  return [state.name, acknowledgedBy, updates.map(({ kind }) => kind).join(" ")]
}

const stateOf = async (id: string) => {
  const { prisma } = world.services.database
  const { state } = await prisma.alert.findUniqueOrThrow({
    where: { id },
    include: { state: true },
  })
  return state.name
}

const updatesOf = (subjectId: string) =>
  world.services.database.prisma.delivery.count({
    where: { subjectId, queue: "event", event: "incident.updated" },
  })

test("the last open alert that is acknowledged acknowledges the incident, once, as that person", async () => {
  const { ada, bo, id, first, second } = await makeScene()
  await acknowledgeAlert(ada.ctx, first)
  expect(await glance(id)).toEqual(["identified", null, "declared"])
  await acknowledgeAlert(bo.ctx, second)
  expect(await glance(id)).toEqual(["acknowledged", "Bo", "declared acknowledged"])
  expect(await updatesOf(id)).toBe(1)
  expect((await read(id)).isManual).toBe(false)
  const { prisma } = world.services.database
  expect(
    await prisma.auditEntry.findMany({
      where: { subjectId: id },
      select: { action: true, actorName: true },
    }),
  ).toEqual([{ action: "incident.acknowledged", actorName: "Bo" }])
})

test("acknowledging the incident acknowledges each alert, with one entry and one event", async () => {
  const { ada, id, first, second } = await makeScene()
  await acknowledgeIncident(ada.ctx, id)
  expect(await glance(id)).toEqual(["acknowledged", "Ada", "declared acknowledged"])
  expect(await updatesOf(id)).toBe(1)
  expect([await stateOf(first), await stateOf(second)]).toEqual(["acknowledged", "acknowledged"])
})

test("two alerts acknowledged at once acknowledge the incident exactly once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { ada, bo, id, first, second } = await makeScene()
    await Promise.all([
      acknowledgeAlert(ada.ctx, first),
      acknowledgeAlert(bo.ctx, second),
      acknowledgeIncident(ada.ctx, id).catch((error: unknown) => error),
    ])
    expect(await glance(id)).toEqual([
      "acknowledged",
      expect.stringMatching(/^(Ada|Bo)$/),
      "declared acknowledged",
    ])
    expect(await updatesOf(id)).toBe(1)
    expect([await stateOf(first), await stateOf(second)]).toEqual(["acknowledged", "acknowledged"])
  }
})

test("an alert that joins an acknowledged incident makes it unacknowledged; a race loses neither", async () => {
  const { ada, id, first, join } = await makeScene(1)
  await acknowledgeAlert(ada.ctx, first)
  const joined = await join()
  expect(await glance(id)).toEqual(["identified", null, "declared acknowledged state_changed"])
  expect(await stateOf(first)).toBe("acknowledged")
  await acknowledgeIncident(ada.ctx, id)
  expect(await stateOf(joined)).toBe("acknowledged")
  for (let round = 0; round < 5; round += 1) {
    const race = await makeScene(1)
    const [late] = await Promise.all([race.join(), acknowledgeAlert(race.ada.ctx, race.first)])
    expect(await stateOf(late)).toBe("triggered")
    expect((await glance(race.id))[0]).toBe("identified")
  }
})

test("when the alert that was still triggered is resolved, the others' acknowledgement counts", async () => {
  const { ada, bo, id, first, second } = await makeScene()
  await acknowledgeAlert(ada.ctx, first)
  await resolveAlert(bo.ctx, second)
  expect(await glance(id)).toEqual(["acknowledged", "Ada", "declared acknowledged"])
  expect((await read(id)).updates.at(-1)?.actorName).toBe("Ada")
  await resolveAlert(bo.ctx, first)
  expect((await glance(id)).slice(0, 2)).toEqual(["acknowledged", "Ada"])
})

test("a withdrawal goes both ways, by its own verb and by the state", async () => {
  const { ada, bo, id, first, second } = await makeScene()
  await acknowledgeIncident(ada.ctx, id)
  await unacknowledgeAlert(bo.ctx, second)
  expect((await glance(id)).slice(0, 2)).toEqual(["identified", null])
  expect([await stateOf(first), await stateOf(second)]).toEqual(["acknowledged", "triggered"])
  await acknowledgeAlert(bo.ctx, second)
  await unacknowledgeIncident(ada.ctx, id)
  expect([await stateOf(first), await stateOf(second)]).toEqual(["triggered", "triggered"])
  await acknowledgeIncident(ada.ctx, id)
  await changeIncidentState(ada.ctx, { id, state: "identified" })
  expect((await glance(id)).slice(0, 2)).toEqual(["identified", null])
  expect([await stateOf(first), await stateOf(second)]).toEqual(["triggered", "triggered"])
  await acknowledgeIncident(ada.ctx, id)
  await changeAlertState(ada.ctx, { id: first, state: "triggered" })
  expect((await glance(id)).slice(0, 2)).toEqual(["identified", null])
  expect(await pagingOf(world).escalation(first)).toMatchObject({ endedAt: null })
  expect((await read(id)).isManual).toBe(false)
})

test("a state that a person chose stays, with who acknowledged it and when", async () => {
  const { ada, bo, id, first, second, join } = await makeScene()
  await changeIncidentState(ada.ctx, { id, state: "investigating" })
  await acknowledgeAlert(ada.ctx, first)
  await acknowledgeAlert(bo.ctx, second)
  expect((await glance(id)).slice(0, 2)).toEqual(["investigating", "Bo"])
  // Status pages show the state, which is the same.
  expect((await read(id)).updates.at(-1)).toMatchObject({ kind: "acknowledged", isPublic: false })
  await changeIncidentState(ada.ctx, { id, state: "fixing" })
  await changeIncidentState(ada.ctx, { id, state: "investigating" })
  expect((await glance(id)).slice(0, 2)).toEqual(["investigating", "Bo"])
  await join()
  expect((await glance(id)).slice(0, 2)).toEqual(["investigating", "Bo"])
  await unacknowledgeAlert(bo.ctx, second)
  expect((await glance(id)).slice(0, 2)).toEqual(["identified", null])
})

test("alerts that one page names acknowledge all their incidents", async () => {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const host = "shop.example"
  const { alert: lead } = await paging.fail(projectId, await paging.monitor(projectId, host))
  const { alert: joined } = await paging.fail(projectId, await paging.monitor(projectId, host))
  await paging.runDueSteps()
  await acknowledgeAlert(ada.ctx, lead.id)
  for (const { incidentId } of [lead, joined]) {
    expect(await glance(incidentId ?? "")).toEqual(["acknowledged", "Ada", "declared acknowledged"])
  }
  await unacknowledgeAlert(ada.ctx, joined.id)
  for (const { incidentId } of [lead, joined]) {
    expect((await glance(incidentId ?? "")).slice(0, 2)).toEqual(["identified", null])
  }
})

test("a recurrence is not acknowledged, on the alert or the incident", async () => {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const { alert, monitor } = await paging.fail(projectId)
  await paging.acknowledge(alert.id)
  await paging.recover(monitor)
  expect((await glance(alert.incidentId ?? "")).slice(0, 2)).toEqual(["resolved", "test"])
  await paging.fail(projectId, monitor)
  expect((await glance(alert.incidentId ?? "")).slice(0, 2)).toEqual(["identified", null])
  expect(await stateOf(alert.id)).toBe("triggered")
})

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second))

const repair = new URL(
  "../../prisma/migrations/20261129071500_acknowledged_incidents/migration.sql",
  import.meta.url,
)

test("the migration acknowledges incidents whose alerts were acknowledged before this rule", async () => {
  const { pool } = world.services.database
  const scenes = {
    open: await makeScene(),
    half: await makeScene(),
    custom: await makeScene(1),
    resolved: await makeScene(1),
    never: await makeScene(1),
    joinedLater: await makeScene(),
  }
  const acknowledge = (alertId: string, second: number) =>
    pool.query(
      "update alert set acknowledged_at = $2, acknowledged_by = 'Ada', created_at = $3 where id = $1",
      [alertId, at(second), at(0)],
    )
  const resolve = (incidentId: string, second: number) =>
    pool.query(
      `with i as (update incident set resolved_at = $2, state_id = (select id from state s
                    where s.project_id = incident.project_id and subject = 'incident' and name = 'resolved')
                  where id = $1)
       update alert set resolved_at = $2 where incident_id = $1`,
      [incidentId, at(second)],
    )
  await acknowledge(scenes.open.first, 10)
  await acknowledge(scenes.open.second, 20)
  await acknowledge(scenes.half.first, 10)
  await changeIncidentState(world.system, { id: scenes.custom.id, state: "investigating" })
  await acknowledge(scenes.custom.first, 10)
  await acknowledge(scenes.resolved.first, 10)
  await resolve(scenes.resolved.id, 30)
  await resolve(scenes.never.id, 30)
  // Its first alert was acknowledged and resolved before the second one, which nobody acknowledged.
  await acknowledge(scenes.joinedLater.first, 10)
  await pool.query("update alert set created_at = $2 where id = $1", [
    scenes.joinedLater.second,
    at(25),
  ])
  await resolve(scenes.joinedLater.id, 30)
  await pool.query("update alert set resolved_at = $2 where id = $1", [
    scenes.joinedLater.first,
    at(20),
  ])
  const script = await readFile(repair, "utf8")
  await pool.query(script)
  // A second run finds nothing left to repair.
  await pool.query(script)
  const glances = await Promise.all(
    Object.entries(scenes).map(async ([name, { id }]) => [name, await glance(id)] as const),
  )
  expect(Object.fromEntries(glances)).toEqual({
    open: ["acknowledged", "Ada", "acknowledged declared"],
    half: ["identified", null, "declared"],
    custom: ["investigating", "Ada", "acknowledged declared state_changed"],
    resolved: ["resolved", "Ada", "acknowledged declared"],
    never: ["resolved", null, "declared"],
    joinedLater: ["resolved", "Ada", "acknowledged declared"],
  })
  expect((await read(scenes.open.id)).acknowledgedAt).toEqual(at(20))
  expect((await read(scenes.open.id)).updates[0]).toMatchObject({ at: at(20), actorName: "Ada" })
})
