import { expect, test } from "vitest"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { assignAlert } from "../../src/graphql/incidents/alert/assign-alert.ts"
import { escalateAlert } from "../../src/graphql/incidents/alert/escalate-alert.ts"
import { mergeAlert, splitAlert } from "../../src/graphql/incidents/alert/merge-alert.ts"
import { noteAlert } from "../../src/graphql/incidents/alert/note-alert.ts"
import { pageForAlert } from "../../src/graphql/incidents/alert/page-for-alert.ts"
import { snoozeAlert, unsnoozeAlert } from "../../src/graphql/incidents/alert/snooze-alert.ts"
import { unacknowledgeAlert } from "../../src/graphql/incidents/alert/unacknowledge-alert.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { pageForIncident } from "../../src/graphql/incidents/incident/page-for-incident.ts"
import { auditEscalations } from "../../src/graphql/on-call/escalation/audit-escalations.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { createTeam } from "../../src/graphql/on-call/team/create-team.ts"
import { ask } from "../support/ask.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const minuteMs = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs)
const minutesFromNow = (at: Date) => Math.round((at.getTime() - Date.now()) / minuteMs)

/** Ada at once, Bo after ten minutes; Cy is in no rule. */
async function makeTeam() {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  const cy = await makeMember(world, projectId, "viewer", "Cy")
  await paging.channel({ userId: ada.userId }, "slack_bot")
  await paging.channel({ userId: ada.userId }, "sms")
  await createPolicy(ada.ctx, {
    projectId,
    name: "Standard",
    isDefault: true,
    rules: [
      { delayMinutes: 0, targets: [{ userId: ada.userId }] },
      { delayMinutes: 10, targets: [{ userId: bo.userId }] },
    ],
  })
  return { paging, projectId, ada, bo, cy }
}

/** The time of a snooze has come. */
const passSnooze = (alertId: string, minutes: number) =>
  world.services.database.pool.query(
    `with alert_past as (
       update alert set snoozed_until = snoozed_until - $2::interval where id = $1),
     due as (
       update delivery set due_at = due_at - $2::interval
        where page_id in (select id from page where alert_id = $1) and state = 'pending')
     update escalation set due_at = due_at - $2::interval, waiting_since = waiting_since - $2::interval where alert_id = $1`,
    [alertId, `${minutes} minutes`],
  )

const titlesOf = async (
  alertId: string,
  ctx: Awaited<ReturnType<typeof makeTeam>>["ada"]["ctx"],
) => {
  const { data } = await ask(
    world,
    ctx.actor,
    "query ($id: ID!) { alert(id: $id) { timeline { nodes { title detail } } } }",
    { id: alertId },
  )
  const { alert } = data as {
    alert: { timeline: { nodes: { title: string; detail: string | null }[] } }
  }
  return alert.timeline.nodes.map(({ title, detail }) =>
    detail === null ? title : `${title}: ${detail}`,
  )
}

test("a snooze stops what waits, and paging goes on from where it was", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const { alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  const before = await paging.escalation(alert.id)
  await snoozeAlert(ada.ctx, { id: alert.id, until: inMinutes(60) })
  expect(await paging.runDueSteps()).toBe(0)
  const snoozed = await paging.escalation(alert.id)
  expect([snoozed.state, snoozed.step]).toEqual(["active", 1])
  // Ten minutes were left.
  expect(minutesFromNow(snoozed.dueAt)).toBe(70)
  const first = await world.services.database.prisma.delivery.findMany({
    where: { page: { alertId: alert.id }, state: "pending" },
    orderBy: { dueAt: "asc" },
  })
  expect(first.map(({ dueAt }) => minutesFromNow(dueAt))).toEqual([60, 61])
  expect(await paging.says(alert.id)).toBeNull()
  expect(await auditEscalations(world.services)).toEqual([])

  // A later time replaces it; an early end takes back what it added.
  await snoozeAlert(ada.ctx, { id: alert.id, until: inMinutes(120) })
  expect(minutesFromNow((await paging.escalation(alert.id)).dueAt)).toBe(130)
  await unsnoozeAlert(ada.ctx, alert.id)
  const woken = await paging.escalation(alert.id)
  expect(minutesFromNow(woken.dueAt)).toBe(minutesFromNow(before.dueAt))
  expect(await paging.says(alert.id)).toBe("#1 triggered")

  await snoozeAlert(ada.ctx, { id: alert.id, until: inMinutes(30) })
  await passSnooze(alert.id, 30)
  expect(await paging.runDueSteps()).toBe(0)
  await paging.earlier(alert.id, 600)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(alert.id)).toHaveLength(2)
})

test("a snoozed alert leads no group, and one acknowledgement ends its paging", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const monitor = await paging.monitor(projectId, "db.example")
  const { alert } = await paging.fail(projectId, monitor)
  await paging.runDueSteps()
  await snoozeAlert(ada.ctx, { id: alert.id, until: inMinutes(60) })
  const { alert: other } = await paging.fail(
    projectId,
    await paging.monitor(projectId, "db.example"),
  )
  expect(await paging.escalation(other.id)).toMatchObject({ state: "active", leadId: null })
  expect(await paging.runDueSteps()).toBe(1)
  await acknowledgeAlert(ada.ctx, alert.id)
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "ended" })
  const refused = snoozeAlert(ada.ctx, { id: alert.id, until: inMinutes(60) })
  await expect(refused).rejects.toThrow("The alert is acknowledged")
  await unacknowledgeAlert(ada.ctx, alert.id)
  expect(minutesFromNow((await paging.escalation(alert.id)).dueAt)).toBeGreaterThan(50)
})

test("a snooze covers the whole group, and outlasts a reopening", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const monitor = await paging.monitor(projectId, "db.example")
  const { alert } = await paging.fail(projectId, monitor)
  await paging.runDueSteps()
  const { alert: joined } = await paging.fail(
    projectId,
    await paging.monitor(projectId, "db.example"),
  )
  expect(await paging.escalation(joined.id)).toMatchObject({ state: "joined", leadId: alert.id })
  await snoozeAlert(ada.ctx, { id: joined.id, until: inMinutes(60) })
  const { prisma } = world.services.database
  const rows = await prisma.alert.findMany({ where: { projectId } })
  expect(rows.map(({ snoozedBy }) => snoozedBy)).toEqual(["Ada", "Ada"])
  await paging.recover(monitor)
  await paging.fail(projectId, monitor)
  await paging.bringForward(alert.id)
  await paging.bringForward(joined.id)
  await paging.runDueSteps()
  const due = await prisma.delivery.findMany({
    where: { projectId, state: "pending", pageId: { not: null } },
  })
  for (const { dueAt } of due) expect(minutesFromNow(dueAt)).toBeGreaterThanOrEqual(59)
  expect(await paging.runDueSteps()).toBe(0)
  await expect(snoozeAlert(ada.ctx, { id: alert.id, until: inMinutes(-1) })).rejects.toThrow(
    "must be within",
  )
})

test("after the last step, a snooze begins with the first one again", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const { alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  await paging.bringForward(alert.id)
  await paging.runDueSteps()
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
  await snoozeAlert(ada.ctx, { id: alert.id, until: inMinutes(60) })
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "active", step: 0 })
  await passSnooze(alert.id, 61)
  expect(await paging.runDueSteps()).toBe(1)
  expect((await paging.pages(alert.id)).at(-1)).toMatch(/^2\.1 Ada/)
})

test("of two alerts that are merged into each other at the same moment, one still pages", async () => {
  const { paging, projectId, ada } = await makeTeam()
  for (let round = 0; round < 5; round += 1) {
    const { alert: one } = await paging.fail(projectId)
    const { alert: two } = await paging.fail(projectId)
    await paging.runDueSteps()
    const merged = await Promise.allSettled([
      mergeAlert(ada.ctx, { id: one.id, intoId: two.id }),
      mergeAlert(ada.ctx, { id: two.id, intoId: one.id }),
    ])
    expect(merged.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    const states = await Promise.all([one, two].map(({ id }) => paging.escalation(id)))
    expect(states.filter((state) => state?.state === "joined")).toHaveLength(1)
  }
})

test("merged alerts are acknowledged together, and a split one pages for itself", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const one = await paging.fail(projectId)
  const two = await paging.fail(projectId)
  const three = await paging.fail(projectId)
  await paging.runDueSteps()
  await mergeAlert(ada.ctx, { id: two.alert.id, intoId: one.alert.id })
  await mergeAlert(ada.ctx, { id: three.alert.id, intoId: two.alert.id })
  expect(await paging.escalation(three.alert.id)).toMatchObject({
    state: "joined",
    leadId: one.alert.id,
  })
  const itself = mergeAlert(ada.ctx, { id: one.alert.id, intoId: two.alert.id })
  await expect(itself).rejects.toThrow("must be another alert")
  expect(await titlesOf(three.alert.id, ada.ctx)).toContain(
    "Not paged on its own: Alert #1 pages for it: both have to do with one problem, as somebody decided.",
  )
  expect(await titlesOf(one.alert.id, ada.ctx)).toContain("Alert #2 merged into it by Ada")

  await splitAlert(ada.ctx, three.alert.id)
  expect(await paging.runDueSteps()).toBe(1)
  await acknowledgeAlert(ada.ctx, one.alert.id)
  const { prisma } = world.services.database
  const rows = await prisma.alert.findMany({ where: { projectId }, orderBy: { number: "asc" } })
  expect(rows.map(({ acknowledgedBy }) => acknowledgedBy)).toEqual(["Ada", "Ada", null])
  // What is merged into an acknowledged alert is acknowledged.
  await mergeAlert(ada.ctx, { id: three.alert.id, intoId: one.alert.id })
  expect(await paging.escalation(three.alert.id)).toMatchObject({ state: "ended" })
  const { acknowledgedBy } = await prisma.alert.findUniqueOrThrow({ where: { id: three.alert.id } })
  expect(acknowledgedBy).toBe("Ada")
})

test("a person pages another one, also about an acknowledged or snoozed alert", async () => {
  const { paging, projectId, ada, bo, cy } = await makeTeam()
  const team = await createTeam(ada.ctx, { projectId, name: "Database", userIds: [bo.userId] })
  const { alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  await acknowledgeAlert(ada.ctx, alert.id)
  await pageForAlert(ada.ctx, { id: alert.id, userIds: [cy.userId], note: "Disk is full" })
  expect((await paging.pages(alert.id))[0]).toBe("1.-1 Cy: account +0")
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "ended" })
  const { prisma } = world.services.database
  const delivery = await prisma.delivery.findFirstOrThrow({
    where: { page: { userId: cy.userId }, event: "alert.created" },
  })
  const message = await paging.read(delivery.id)
  expect(message).toMatchObject({ state: "triggered", askedBy: "Ada" })
  expect(message?.reason).toEqual([
    { code: "paged_by_person", parameters: { by: "Ada", note: "Disk is full" } },
  ])
  expect(message?.url).toContain(`/alerts/${alert.id}`)

  // Everybody who was paged may ask for help, and so on.
  await pageForAlert(cy.ctx, { id: alert.id, teamIds: [team.id] })
  await escalateAlert(cy.ctx, alert.id)
  expect(await paging.pages(alert.id)).toEqual(
    expect.arrayContaining(["2.-1 Bo: account +0", "1.2 Bo: account +0"]),
  )
  const titles = await titlesOf(alert.id, ada.ctx)
  expect(titles).toContain("Paged Cy: Ada asks for help: Disk is full")
  const nobody = pageForAlert(ada.ctx, { id: alert.id })
  await expect(nobody).rejects.toThrow("must name somebody")
})

test("assigning and notes show in the timeline, in webhooks and in lists", async () => {
  const { paging, projectId, ada, bo } = await makeTeam()
  const { alert } = await paging.fail(projectId)
  await assignAlert(ada.ctx, { id: alert.id, userId: bo.userId })
  await noteAlert(ada.ctx, { id: alert.id, body: "Restarted it." })
  expect(await titlesOf(alert.id, ada.ctx)).toEqual(
    expect.arrayContaining(["Assigned to Bo by Ada", "Note by Ada: Restarted it."]),
  )
  const { data } = await ask(
    world,
    ada.ctx.actor,
    `query ($id: ID!, $bo: [ID!]) { project(id: $id) {
       mine: alerts(assigneeIds: $bo) { edges { node { number assignee { name } notes { body actorName } } } }
       snoozed: alerts(isSnoozed: true) { totalCount } awake: alerts(isSnoozed: false) { totalCount } } }`,
    { id: projectId, bo: [bo.userId] },
  )
  expect(data).toEqual({
    project: {
      mine: {
        edges: [
          {
            node: {
              number: 1,
              assignee: { name: "Bo" },
              notes: [{ body: "Restarted it.", actorName: "Ada" }],
            },
          },
        ],
      },
      snoozed: { totalCount: 0 },
      awake: { totalCount: 1 },
    },
  })
  const one = "query ($id: ID!) { alert(id: $id) { assignee { name } snoozedUntil } }"
  expect((await ask(world, ada.ctx.actor, one, { id: alert.id })).data).toEqual({
    alert: { assignee: { name: "Bo" }, snoozedUntil: null },
  })
  await expect(noteAlert(bo.ctx, { id: alert.id, body: "No" })).rejects.toThrow("alerts:write")
})

test("an incident is declared with whom to page, and more people are paged for it", async () => {
  const { paging, projectId, ada, bo, cy } = await makeTeam()
  const { prisma } = world.services.database
  const policy = await prisma.onCallPolicy.findFirstOrThrow({ where: { projectId } })
  const alertOf = (incidentId: string) =>
    prisma.alert.findFirstOrThrow({ where: { incidentId }, orderBy: { number: "desc" } })
  const byPolicy = await declareIncident(ada.ctx, {
    projectId,
    title: "Payments are slow",
    page: { policyId: policy.id },
  })
  const first = await alertOf(byPolicy.id)
  expect(first).toMatchObject({ title: "Payments are slow", monitorId: null })
  await paging.runDueSteps()
  expect(await paging.pages(first.id)).toHaveLength(1)

  const byName = await declareIncident(ada.ctx, {
    projectId,
    title: "Office is dark",
    page: { userIds: [bo.userId], note: "Fuse?" },
  })
  const second = await alertOf(byName.id)
  expect(await paging.pages(second.id)).toEqual(["1.-1 Bo: account +0"])
  // No step of the default policy follows, but somebody must be reached.
  const { state, reachCheckAt } = await paging.escalation(second.id)
  expect([state, reachCheckAt !== null]).toEqual(["exhausted", true])
  await pageForIncident(ada.ctx, { id: byName.id, userIds: [cy.userId] })
  expect(await paging.pages(second.id)).toHaveLength(2)
  // One acknowledgement is that of the incident too.
  await acknowledgeAlert(bo.ctx, second.id)
  const acknowledged = await prisma.incident.findUniqueOrThrow({ where: { id: byName.id } })
  expect(acknowledged.acknowledgedBy).toBe("Bo")

  const silent = await declareIncident(ada.ctx, { projectId, title: "Nobody yet" })
  await pageForIncident(ada.ctx, { id: silent.id, userIds: [bo.userId] })
  expect(await paging.pages((await alertOf(silent.id)).id)).toEqual(["1.-1 Bo: account +0"])
  const stranger = pageForIncident(ada.ctx, { id: silent.id, userIds: [policy.id] })
  await expect(stranger).rejects.toThrow("must be a user of a member")
  await expect(pageForIncident(bo.ctx, { id: silent.id, userIds: [cy.userId] })).rejects.toThrow(
    "incidents:write",
  )
})
