import { expect, test } from "vitest"
import { changeAlertState } from "../../src/graphql/incidents/alert/change-state.ts"
import { resolveAlert } from "../../src/graphql/incidents/alert/resolve-alerts.ts"
import { declareAgain } from "../../src/graphql/monitoring/check/declare-again.ts"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { resumeMonitor } from "../../src/graphql/monitoring/monitor/silence/resume-monitor.ts"
import { auditEscalations } from "../../src/graphql/on-call/escalation/audit-escalations.ts"
import { newId } from "../../src/platform/id.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { keyActor } from "../support/ask.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

/** A person resolves or pauses while a target is down. */

const world = useWorld()

async function makeOutage() {
  const { prisma } = world.services.database
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const { alert, monitor } = await paging.fail(projectId)
  await paging.runDueSteps()
  await paging.deliver(alert.id)
  return {
    paging,
    ada,
    alert,
    monitor,
    incidentId: alert.incidentId ?? "",
    fail: async () => (await paging.fail(projectId, monitor)).alert,
    up: () => paging.recover(monitor),
    /** Simulates an hour since it was resolved. */
    hourLater: async () => {
      await paging.sql(
        "update alert set declare_again_at = declare_again_at - interval '1 hour' where project_id = $1",
        [projectId],
      )
      return declareAgain(world.services)
    },
    incidents: () => prisma.incident.findMany({ where: { projectId }, orderBy: { number: "asc" } }),
    alerts: () => prisma.alert.findMany({ where: { projectId }, orderBy: { number: "asc" } }),
  }
}

test("an incident resolved while its target stays down is declared again after an hour, once", async () => {
  const { paging, incidentId, alert, fail, hourLater, incidents } = await makeOutage()
  await resolveIncident(world.system, incidentId)
  expect(await declareAgain(world.services)).toBe(0)
  expect((await fail()).id).toBe(alert.id)
  const looked = await Promise.all([hourLater(), declareAgain(world.services)])
  expect(Math.max(...looked)).toBeGreaterThanOrEqual(1)
  const next = await fail()
  expect(next.id).not.toBe(alert.id)
  expect(await incidents()).toMatchObject([
    { id: incidentId, resolvedAt: expect.any(Date) },
    { id: next.incidentId, resolvedAt: null },
  ])
  expect(await paging.runDueSteps()).toBe(1)
  expect((await fail()).id).toBe(next.id)
  expect(await hourLater()).toBe(0)
})

test("an alert resolved alone, by any mutation, is raised again under the incident that stayed open", async () => {
  for (const resolve of [
    (id: string) => resolveAlert(world.system, id),
    (id: string) => changeAlertState(world.system, { id, state: "resolved" }),
  ]) {
    const { incidentId, alert, fail, up, hourLater, incidents, alerts } = await makeOutage()
    await resolve(alert.id)
    expect(await hourLater()).toBe(1)
    const next = await fail()
    expect(next).toMatchObject({ incidentId, resolvedAt: null })
    expect(next.id).not.toBe(alert.id)
    await up()
    expect(await incidents()).toMatchObject([{ resolvedAt: expect.any(Date) }])
    expect((await alerts()).every(({ resolvedAt }) => resolvedAt !== null)).toBe(true)
  }
})

test("an open incident is resolved if the monitor recovers between that hour and the next failed check", async () => {
  const { alert, up, hourLater, incidents } = await makeOutage()
  await resolveAlert(world.system, alert.id)
  await hourLater()
  await up()
  expect(await incidents()).toMatchObject([{ resolvedAt: expect.any(Date) }])
})

test("nothing is declared again for a monitor that has recovered, is open again or is muted", async () => {
  const over = await makeOutage()
  await resolveIncident(world.system, over.incidentId)
  await over.up()
  await over.hourLater()
  expect(await over.incidents()).toHaveLength(1)

  const open = await makeOutage()
  await resolveAlert(world.system, open.alert.id)
  await changeAlertState(world.system, { id: open.alert.id, state: "triggered" })
  await open.hourLater()
  expect((await open.fail()).id).toBe(open.alert.id)

  const muted = await makeOutage()
  await resolveIncident(world.system, muted.incidentId)
  await muteMonitor(world.system, muted.monitor.id, { durationMinutes: 90 })
  await muted.hourLater()
  await muted.fail()
  expect(await muted.incidents()).toHaveLength(1)
  await muted.paging.sql(
    "update monitor set muted_until = now() - interval '10 seconds' where id = $1",
    [muted.monitor.id],
  )
  await muted.fail()
  expect(await muted.incidents()).toHaveLength(2)
})

test("a paused monitor pages nobody for an alert that is kept open, and pages again after it is resumed", async () => {
  const { paging, alert, monitor, alerts } = await makeOutage()
  const second = await paging.sql(
    "update escalation set state = 'active', due_at = now() where alert_id = $1",
    [alert.id],
  )
  expect(second.rowCount).toBe(1)
  await pauseMonitor(world.system, monitor.id)
  expect(await paging.runDueSteps()).toBe(0)
  expect(await alerts()).toMatchObject([{ resolvedAt: null }])
  const faults = (await auditEscalations(world.services)) ?? []
  expect(faults.filter(({ alertId }) => alertId === alert.id)).toEqual([])
  await resumeMonitor(world.system, monitor.id)
  // Its checks have time to show that it recovered.
  expect(await paging.runDueSteps()).toBe(0)
  await paging.bringForward(alert.id)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(alert.id)).toHaveLength(2)
})

test("an alert of a monitor that recovered while paused pages nobody after it is resumed", async () => {
  const { paging, alert, monitor, up } = await makeOutage()
  await pauseMonitor(world.system, monitor.id)
  await resumeMonitor(world.system, monitor.id)
  await up()
  await paging.bringForward(alert.id)
  expect(await paging.runDueSteps()).toBe(0)
  expect(await paging.pages(alert.id)).toHaveLength(1)
})

test("pausing with resolve leaves nothing open, and a target that is down afterwards is a new outage", async () => {
  const { ada, alert, monitor, fail, incidents, alerts } = await makeOutage()
  await pauseMonitor(ada.ctx, monitor.id, "resolve")
  expect(await alerts()).toMatchObject([{ resolvedBy: "Ada" }])
  expect(await incidents()).toMatchObject([{ resolvedAt: expect.any(Date) }])
  await resumeMonitor(world.system, monitor.id)
  expect((await fail()).id).not.toBe(alert.id)
  expect(await incidents()).toHaveLength(2)
})

test("a key that may pause but not resolve is refused, and nothing is paused", async () => {
  const { paging, alert, monitor } = await makeOutage()
  const key = keyActor(alert.projectId, newId(), ["monitors:read", "monitors:write"])
  await expect(
    pauseMonitor(contextFor(world.services, key), monitor.id, "resolve"),
  ).rejects.toMatchObject({ code: "insufficient_scope" })
  const { rows } = await paging.sql("select paused_at from monitor where id = $1", [monitor.id])
  expect(rows).toEqual([{ paused_at: null }])
})
