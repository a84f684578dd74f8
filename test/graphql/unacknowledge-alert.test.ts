import { expect, test } from "vitest"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { resolveAlert } from "../../src/graphql/incidents/alert/resolve-alerts.ts"
import { acknowledgeIncident } from "../../src/graphql/incidents/incident/acknowledge-incident.ts"
import { unacknowledgeIncident } from "../../src/graphql/incidents/incident/unacknowledge-incident.ts"
import { unacknowledgeAlert } from "../../src/graphql/incidents/alert/unacknowledge-alert.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { auditEscalations } from "../../src/graphql/on-call/escalation/audit-escalations.ts"
import { ask } from "../support/ask.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

/** Ada at once, Bo and a Slack channel after ten minutes. */
async function makeTeam() {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  await paging.channel({ userId: ada.userId }, "slack_bot")
  await paging.channel({ userId: ada.userId }, "sms")
  const room = await paging.channel({ projectId }, "web_push")
  await createPolicy(ada.ctx, {
    projectId,
    name: "Standard",
    rules: [
      { delayMinutes: 0, targets: [{ userId: ada.userId }] },
      { delayMinutes: 10, targets: [{ userId: bo.userId }, { channelId: room }] },
    ],
  })
  return { paging, projectId, ada, bo }
}

/** Moves the acknowledgement, and what was known then, back. */
async function acknowledgedEarlier(alertId: string, seconds: number) {
  await world.services.database.pool.query(
    `update escalation set ended_at = ended_at - $2::interval, due_at = due_at - $2::interval,
            waiting_since = waiting_since - $2::interval where alert_id = $1`,
    [alertId, `${seconds} seconds`],
  )
}

const secondsFromNow = (at: Date) => (at.getTime() - Date.now()) / 1000

test("paging continues with the step that was next, after what was left of its delay", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const { alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  await paging.deliver(alert.id)
  await paging.earlier(alert.id, 120)
  await acknowledgeAlert(ada.ctx, alert.id)
  await acknowledgedEarlier(alert.id, 3600)
  expect(await unacknowledgeAlert(ada.ctx, alert.id)).toMatchObject({
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    isManual: false,
  })
  const { state, dueAt, endedAt } = await paging.escalation(alert.id)
  expect([state, endedAt]).toEqual(["active", null])
  expect(secondsFromNow(dueAt)).toBeGreaterThan(400)
  expect(secondsFromNow(dueAt)).toBeLessThanOrEqual(480)
  expect(await paging.runDueSteps()).toBe(0)
  // The text message that the acknowledgement cancelled was never needed: the first one had arrived.
  const first = "1.1 Ada: slack_bot +0 delivered, sms +60 cancelled"
  expect(await paging.pages(alert.id)).toEqual([first])
  await paging.bringForward(alert.id)
  await paging.runDueSteps()
  expect(await paging.pages(alert.id)).toEqual([
    first,
    "1.2 Bo: account +0",
    "1.2 web_push: web_push +0",
  ])
  expect(await paging.news(alert.id)).toEqual([
    "alert.acknowledged page slack_bot",
    "alert.unacknowledged page slack_bot",
  ])
  const { prisma } = world.services.database
  const events = await prisma.delivery.findMany({
    where: { subjectId: alert.id, queue: "event" },
    orderBy: { id: "asc" },
  })
  expect(events.map(({ event }) => event)).toEqual([
    "alert.created",
    "alert.acknowledged",
    "alert.unacknowledged",
  ])
  const audit = await prisma.auditEntry.findMany({
    where: { subjectId: alert.id },
    orderBy: { id: "asc" },
  })
  expect(audit.map(({ action, actorName }) => [action, actorName])).toEqual([
    ["alert.acknowledged", "Ada"],
    ["alert.unacknowledged", "Ada"],
  ])
  const { data } = await ask(
    world,
    ada.ctx.actor,
    "query ($id: ID!) { alert(id: $id) { timeline { nodes { title } } } }",
    { id: alert.id },
  )
  expect(JSON.stringify(data)).toContain("Acknowledgement withdrawn by Ada")
})

test("a page that the acknowledgement stopped is sent after all; a finished policy pages nobody again", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const { alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  await acknowledgeAlert(ada.ctx, alert.id)
  expect(await paging.pages(alert.id)).toEqual([
    "1.1 Ada: slack_bot +0 cancelled, sms +60 cancelled",
  ])
  await unacknowledgeAlert(ada.ctx, alert.id)
  const [again] = await paging.pages(alert.id)
  expect(again).toMatch(/^1\.1 Ada: slack_bot \+\d, sms \+6\d$/)
  await paging.bringForward(alert.id)
  await paging.runDueSteps()
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
  const pages = await paging.pages(alert.id)
  await acknowledgeAlert(ada.ctx, alert.id)
  await acknowledgedEarlier(alert.id, 7200)
  await unacknowledgeAlert(ada.ctx, alert.id)
  expect(await auditEscalations(world.services)).toEqual([])
  await paging.runDueSteps()
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
  expect((await paging.pages(alert.id)).length).toBe(pages.length)
})

test("alerts that were acknowledged together are triggered together, and one still pages for all", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const host = "shop.example"
  const { alert: lead } = await paging.fail(projectId, await paging.monitor(projectId, host))
  const { alert: joined } = await paging.fail(projectId, await paging.monitor(projectId, host))
  await paging.runDueSteps()
  await acknowledgeAlert(ada.ctx, lead.id)
  expect(await paging.escalation(joined.id)).toMatchObject({ state: "ended" })
  await unacknowledgeAlert(ada.ctx, joined.id)
  expect(await paging.escalation(lead.id)).toMatchObject({ state: "active" })
  expect(await paging.escalation(joined.id)).toMatchObject({ state: "joined", leadId: lead.id })
  expect(await paging.runDueSteps()).toBe(0)
  expect(await paging.pages(joined.id)).toEqual([])
})

test("a resolution at the same time is not mixed with it, and two withdrawals count as one", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const { alert } = await paging.fail(projectId)
  await acknowledgeAlert(ada.ctx, alert.id)
  await Promise.all([
    unacknowledgeAlert(ada.ctx, alert.id),
    unacknowledgeAlert(world.system, alert.id),
  ])
  const { prisma } = world.services.database
  const withdrawals = { where: { subjectId: alert.id, action: "alert.unacknowledged" } }
  expect(await prisma.auditEntry.count(withdrawals)).toBe(1)
  await acknowledgeAlert(ada.ctx, alert.id)
  await Promise.allSettled([
    unacknowledgeAlert(ada.ctx, alert.id),
    resolveAlert(world.system, alert.id),
  ])
  // The second one was refused.
  const { resolvedAt } = await prisma.alert.findUniqueOrThrow({ where: { id: alert.id } })
  const state = resolvedAt === null ? "active" : "ended"
  expect(await paging.escalation(alert.id)).toMatchObject({ state })
  await resolveAlert(world.system, alert.id)
  await expect(unacknowledgeAlert(ada.ctx, alert.id)).rejects.toMatchObject({
    code: "conflict",
    message: "The alert is already resolved, so its acknowledgement cannot be withdrawn.",
  })
})

test("only people who may acknowledge it; a paused monitor still pages nobody", async () => {
  const { paging, projectId, ada, bo } = await makeTeam()
  const { alert, monitor } = await paging.fail(projectId)
  await paging.runDueSteps()
  await acknowledgeAlert(ada.ctx, alert.id)
  await expect(unacknowledgeAlert(bo.ctx, alert.id)).rejects.toMatchObject({
    code: "insufficient_scope",
  })
  const { prisma } = world.services.database
  await prisma.monitor.update({ where: { id: monitor.id }, data: { pausedAt: new Date() } })
  await unacknowledgeAlert(ada.ctx, alert.id)
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
  expect(await paging.runDueSteps()).toBe(0)
})

test("an incident's acknowledgement is withdrawn with its alert's, and recovery still resolves it", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const { monitor, alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  const { prisma } = world.services.database
  const id = alert.incidentId ?? ""
  await acknowledgeIncident(ada.ctx, id)
  expect((await paging.escalation(alert.id)).endedAt).not.toBeNull()
  const open = { acknowledgedAt: null, acknowledgedBy: null, resolvedAt: null, isManual: false }
  expect(await unacknowledgeIncident(ada.ctx, id)).toMatchObject(open)
  const include = { state: true }
  expect(
    await prisma.incident.findUniqueOrThrow({ where: { id }, include: include }),
  ).toMatchObject({ ...open, state: { name: "identified" } })
  expect(await prisma.alert.findUniqueOrThrow({ where: { id: alert.id }, include })).toMatchObject({
    ...open,
    state: { name: "triggered" },
  })
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "active", endedAt: null })
  // Withdrawn again, it changes nothing.
  const { updatedAt } = await prisma.incident.findUniqueOrThrow({ where: { id } })
  expect(await unacknowledgeIncident(ada.ctx, id)).toMatchObject({ updatedAt })

  // So is that of an alert which was acknowledged before its incident.
  await acknowledgeAlert(ada.ctx, alert.id)
  const minuteAgo = new Date(Date.now() - 60_000)
  await prisma.alert.update({ where: { id: alert.id }, data: { acknowledgedAt: minuteAgo } })
  await unacknowledgeIncident(ada.ctx, id)
  expect(await prisma.alert.findUniqueOrThrow({ where: { id: alert.id } })).toMatchObject(open)

  await paging.recover(monitor)
  expect(
    await prisma.incident.findUniqueOrThrow({ where: { id }, include: include }),
  ).toMatchObject({ state: { name: "resolved" }, isManual: false })
  await expect(unacknowledgeIncident(ada.ctx, id)).rejects.toMatchObject({ code: "conflict" })
})
