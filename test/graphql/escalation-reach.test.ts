import { lastInWords } from "../support/in-words.ts"
import { asWritten } from "../../src/findings/finding.ts"
import { beforeEach, expect, test } from "vitest"
import { auditEscalations } from "../../src/graphql/on-call/escalation/audit-escalations.ts"
import { reportUndelivered } from "../../src/graphql/delivery/log/report-undelivered.ts"
import { deleteChannel } from "../../src/graphql/delivery/channel/delete-channel.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { readFigures } from "../../src/graphql/monitoring/health/read-health.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { troubleOf } from "../../src/jobs/audit/dead-man-switch.ts"
import { makeMember } from "../support/people.ts"
import { reachOf } from "../support/reach.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

beforeEach(async () => {
  const { pool } = world.services.database
  await pool.query("delete from alert")
  await pool.query("delete from delivery")
  await pool.query("update escalation_audit set began_at = '-infinity', faults = 0")
})

/** Ada owns the project; Bo and a room are paged by its policies. */
async function makeTeam() {
  const reach = reachOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  const room = await reach.channel({ projectId }, "slack_bot")
  const policy = (...targets: ({ userId: string } | { channelId: string })[][]) =>
    createPolicy(world.system, {
      projectId,
      name: "Standard",
      rules: targets.map((some, at) => ({ delayMinutes: at === 0 ? 0 : 30, targets: some })),
    })
  const unreachable = async (alertId: string) =>
    (await reach.escalation(alertId)).unreachableSince !== null
  return { reach, projectId, ada, bo, room, policy, unreachable }
}

test("a step whose only target is dead is followed by the next rule at once", async () => {
  const { reach, projectId, bo, room, policy } = await makeTeam()
  await policy([{ channelId: room }], [bo])
  reach.fates.set(`slack_bot:${room}`, "dead")
  const { alert } = await reach.fail(projectId)
  await reach.run()
  expect(await reach.pages(alert.id)).toEqual([
    "1.1 slack_bot: slack_bot +0 dead",
    "1.2 Bo: account +0 delivered",
  ])
  expect(await reach.escalation(alert.id)).toMatchObject({ state: "exhausted", reachedRound: 0 })
  await reach.pass(60)
  expect(await reach.escalation(alert.id)).toMatchObject({ reachedRound: 1, reachCheckAt: null })
})

test("a provider that fails twice is not waited for, and its retries go on", async () => {
  const { reach, projectId, bo, room, policy } = await makeTeam()
  await policy([{ channelId: room }], [bo])
  reach.fates.set(`slack_bot:${room}`, "fails")
  const { alert } = await reach.fail(projectId)
  await reach.run()
  expect(await reach.pages(alert.id)).toHaveLength(1)
  await reach.pass(7)
  expect((await reach.pages(alert.id)).map((line) => line.replace(/\+[\d-]+/, "+"))).toEqual([
    "1.1 slack_bot: slack_bot +",
    "1.2 Bo: account + delivered",
  ])
})

test("a provider that asks to wait is waited for a minute", async () => {
  const { reach, projectId, bo, room, policy } = await makeTeam()
  await policy([{ channelId: room }], [bo])
  reach.fates.set(`slack_bot:${room}`, "asks_to_wait")
  const { alert } = await reach.fail(projectId)
  await reach.run()
  expect(await reach.pages(alert.id)).toHaveLength(1)
  await reach.pass(55)
  expect(await reach.pages(alert.id)).toHaveLength(1)
  await reach.pass(10)
  expect(await reach.pages(alert.id)).toHaveLength(2)
})

test("after the last rule owners and admins are paged by every way they have", async () => {
  const { reach, projectId, ada, policy, room } = await makeTeam()
  const [mail, sms] = [
    await reach.channel({ userId: ada.userId }, "email"),
    await reach.channel({ userId: ada.userId }, "sms"),
  ]
  await createPolicy(world.system, {
    projectId,
    name: "Room",
    isDefault: true,
    repeatCount: 3,
    repeatDelayMinutes: 30,
    rules: [{ delayMinutes: 0, targets: [{ channelId: room }, { userId: ada.userId }] }],
  })
  void policy
  for (const target of [
    `slack_bot:${room}`,
    `email:${mail}`,
    `sms:${sms}`,
    `account:${ada.userId}`,
  ])
    reach.fates.set(target, "dead")
  const { alert } = await reach.fail(projectId)
  await reach.sendDue()
  await reach.run()
  // The repeats keep their times, and every way was used once more.
  expect((await reach.pages(alert.id)).map((line) => line.replaceAll(/ \+-?\d+/g, ""))).toEqual([
    "1.0 Ada: account dead, email dead, sms dead",
    "1.1 Ada: email dead, sms dead, account dead",
    "1.1 slack_bot: slack_bot dead",
  ])
  const { state, unreachableSince, dueAt } = await reach.escalation(alert.id)
  expect([state, unreachableSince]).toEqual(["active", expect.any(Date)])
  expect(dueAt.getTime()).toBeGreaterThan(Date.now() + 20 * 60_000)
})

test("if these fail too, health says so, and a message that is accepted later clears it", async () => {
  const { reach, projectId, ada, room, policy, unreachable } = await makeTeam()
  await policy([{ channelId: room }])
  for (const target of [`slack_bot:${room}`, `account:${ada.userId}`])
    reach.fates.set(target, "dead")
  const { alert } = await reach.fail(projectId)
  await reach.run()
  expect(await unreachable(alert.id)).toBe(true)
  // Programs hear of it once.
  await reach.pass(60)
  const events = await world.services.database.prisma.delivery.findMany({
    where: { event: "alert.unreached", subjectId: alert.id },
  })
  expect(events.map(({ payload }) => payload)).toMatchObject([
    { alert: { id: alert.id }, reason: expect.stringContaining("Nobody could be reached") },
  ])
  const figures = await readFigures(world.services)
  expect(figures.unreachableAlerts).toBe(1)
  expect(troubleOf({ ...figures, auditAge: 0 }, null)).toMatch(
    /^Nobody could be reached about 1 of 1 open alert/,
  )
  // What was given up is tried again.
  reach.fates.clear()
  await reach.pass(11 * 60)
  expect(await unreachable(alert.id)).toBe(false)
  expect(await readFigures(world.services)).toMatchObject({ unreachableAlerts: 0 })
})

test("an alert without a policy whose owner's address fails tries every channel, then says so", async () => {
  const { reach, projectId, ada, unreachable } = await makeTeam()
  reach.fates.set(`account:${ada.userId}`, "fails")
  const { alert } = await reach.fail(projectId)
  await reach.run()
  expect(await unreachable(alert.id)).toBe(false)
  await reach.pass(60)
  expect(await unreachable(alert.id)).toBe(true)
  await reach.acknowledge(alert.id)
  expect(await readFigures(world.services)).toMatchObject({ unreachableAlerts: 0 })
  await reach.pass(60)
  expect(await unreachable(alert.id)).toBe(false)
})

test("a phone that reports the loss of an accepted message has reached nobody", async () => {
  const { reach, projectId, ada, bo, policy } = await makeTeam()
  await policy([bo])
  const sms = await reach.channel({ userId: bo.userId }, "sms")
  reach.fates.set(`account:${bo.userId}`, "dead")
  const { alert } = await reach.fail(projectId)
  await reach.run()
  await reach.sql("update delivery set receipt = 'SM1', confirmed_at = null where target = $1", [
    `sms:${sms}`,
  ])
  await reach.pass(60)
  expect(await reach.escalation(alert.id)).toMatchObject({ reachedRound: 1 })
  await transact(world.services, (tx) =>
    reportUndelivered(tx, "SM1", asWritten("The phone is off.")),
  )
  await reach.run()
  expect((await reach.pages(alert.id)).map((line) => line.slice(0, 16))).toEqual([
    "1.0 Ada: account",
    expect.stringMatching(/^1\.1 Bo/),
  ])
  void ada
})

test("a dead target beside a reached one goes on by that person's next way, and nobody else is paged", async () => {
  const { reach, projectId, bo, room, policy } = await makeTeam()
  const push = await reach.channel({ userId: bo.userId }, "web_push")
  await policy([bo, { channelId: room }])
  reach.fates.set(`web_push:${push}`, "dead")
  const { alert } = await reach.fail(projectId)
  await reach.run()
  expect(await reach.pages(alert.id)).toEqual([
    "1.1 Bo: web_push +0 dead, account +0 delivered",
    "1.1 slack_bot: slack_bot +0 delivered",
  ])
  const channel = await world.services.database.prisma.channel.findUniqueOrThrow({
    where: { id: push },
  })
  expect(lastInWords(channel).lastError).toBe("The channel is archived.")
})

test("a channel that is deleted, turned off or unverified before it is sent to is not waited for", async () => {
  const { prisma } = world.services.database
  const ends = [
    (id: string) => deleteChannel(world.system, id),
    (id: string) => prisma.channel.update({ where: { id }, data: { enabled: false } }),
    (id: string) => prisma.channel.update({ where: { id }, data: { verifiedAt: null } }),
  ]
  for (const end of ends) {
    const { reach, projectId, bo, policy } = await makeTeam()
    const room = await reach.channel({ projectId }, "slack_webhook")
    await policy([{ channelId: room }], [bo])
    const { alert } = await reach.fail(projectId)
    await reach.runDueSteps()
    await end(room)
    await reach.run()
    await reach.pass(60)
    expect(await reach.pages(alert.id)).toContain("1.2 Bo: account +0 delivered")
  }
})

test("the only person reached leaves, and others are paged", async () => {
  const { reach, projectId, bo, policy } = await makeTeam()
  await policy([bo])
  const { alert } = await reach.fail(projectId)
  await reach.run()
  await reach.pass(60)
  await removeMember(world.system, bo.memberId)
  await reach.run()
  expect((await reach.pages(alert.id)).at(-1)).toMatch(/^\d\.0 Ada: account \+0 delivered$/)
})

test("the auditor counts messages that were accepted, not steps that ran", async () => {
  const { reach, projectId, ada, room, policy } = await makeTeam()
  await policy([{ channelId: room }])
  const { alert } = await reach.fail(projectId)
  await reach.runDueSteps()
  // As a worker of an earlier version left it.
  await reach.sql("update delivery set state = 'dead', settled_at = now() where subject_id = $1", [
    alert.id,
  ])
  await reach.sql("update escalation set reach_check_at = null where alert_id = $1", [alert.id])
  await reach.sql("update escalation_step set at = at - interval '2 minutes'")
  expect(await auditEscalations(world.services)).toMatchObject([
    { alertId: alert.id, why: "unreached" },
  ])
  await reach.run()
  expect((await reach.pages(alert.id))[0]).toBe("1.0 Ada: account +0 delivered")
  await reach.sql("update escalation_audit set began_at = '-infinity'")
  expect(await auditEscalations(world.services)).toEqual([])
  void ada
})
