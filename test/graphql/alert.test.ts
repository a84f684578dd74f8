import { expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { changeAlertState } from "../../src/graphql/incidents/alert/change-state.ts"
import { resolveAlert } from "../../src/graphql/incidents/alert/resolve-alerts.ts"
import { resolveOutages } from "../../src/graphql/incidents/incident/outage-course.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { newId } from "../../src/platform/id.ts"
import { makeOutage } from "../support/outage.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

async function makeAlert() {
  const project = await makeProject(world)
  const { alertId } = await makeOutage(world, project.id)
  return { id: alertId, projectId: project.id }
}

const readAlert = (id: string) =>
  world.services.database.prisma.alert.findUniqueOrThrow({
    where: { id },
    include: { state: { select: { name: true } } },
  })

const eventsOf = async (subjectId: string) => {
  const rows = await world.services.database.prisma.delivery.findMany({
    where: { subjectId },
    orderBy: { id: "asc" },
  })
  return rows.map(({ event }) => event)
}

test("two concurrent acknowledgements count as one", async () => {
  const { id, projectId } = await makeAlert()
  const grace = await makeMember(world, projectId, "editor", "Grace")
  const ada = await makeMember(world, projectId, "editor", "Ada")
  const answers = await Promise.all([
    acknowledgeAlert(grace.ctx, id),
    acknowledgeAlert(ada.ctx, id),
  ])
  const alert = await readAlert(id)
  expect(alert.state.name).toBe("acknowledged")
  expect(answers.map(({ acknowledgedBy }) => acknowledgedBy)).toEqual([
    alert.acknowledgedBy,
    alert.acknowledgedBy,
  ])
  expect(await eventsOf(id)).toEqual(["alert.created", "alert.acknowledged"])
  const audit = await world.services.database.prisma.auditEntry.findMany({
    where: { subjectId: id },
  })
  expect(audit).toMatchObject([{ action: "alert.acknowledged", actorName: alert.acknowledgedBy }])
})

test("resolving manually happens once, and prevents a later acknowledgement", async () => {
  const { id } = await makeAlert()
  await resolveAlert(world.system, id)
  await resolveAlert(world.system, id)
  expect(await eventsOf(id)).toEqual(["alert.created", "alert.resolved"])
  await expect(acknowledgeAlert(world.system, id)).rejects.toMatchObject({
    code: "conflict",
    message: "The alert is already resolved, so it cannot be acknowledged.",
  })
})

test("a state set by a person stays after recovery; reopening manually pages nobody", async () => {
  const { id } = await makeAlert()
  await changeAlertState(world.system, { id, state: "resolved" })
  await changeAlertState(world.system, { id, state: "triggered" })
  await transact(world.services, (tx) =>
    resolveOutages(tx, [
      { incidentId: null, alertId: id, at: new Date(), findings: [asWritten("Well again.")] },
    ]),
  )
  expect(await readAlert(id)).toMatchObject({
    state: { name: "triggered" },
    isManual: true,
    resolvedAt: null,
  })
  await changeAlertState(world.system, { id, state: "acknowledged" })
  expect(await readAlert(id)).toMatchObject({ acknowledgedBy: "test" })
  expect(await eventsOf(id)).toEqual(["alert.created", "alert.resolved", "alert.acknowledged"])
  await expect(changeAlertState(world.system, { id, state: "gone" })).rejects.toMatchObject({
    issues: [{ pointer: "#/state", detail: "must be one of triggered, acknowledged, resolved" }],
  })
})

test("another project's alert fails like an unknown one", async () => {
  const { id } = await makeAlert()
  const own = await makeProject(world)
  const { ctx } = await makeMember(world, own.id, "owner")
  for (const asked of [id, newId()]) {
    const attempts = await Promise.allSettled([
      acknowledgeAlert(ctx, asked),
      resolveAlert(ctx, asked),
      changeAlertState(ctx, { id: asked, state: "resolved" }),
    ])
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({
        status: "rejected",
        reason: { code: "not_found", message: "There is no such alert." },
      })
    }
  }
  expect(await eventsOf(id)).toEqual(["alert.created"])
})
