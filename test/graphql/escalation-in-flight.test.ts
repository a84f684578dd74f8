import { expect, test } from "vitest"
import {
  cancelMaintenance,
  endMaintenance,
} from "../../src/graphql/maintenance/window/end-maintenance.ts"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { updateMaintenance } from "../../src/graphql/maintenance/window/update-maintenance.ts"
import { removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { unmuteMonitor } from "../../src/graphql/monitoring/monitor/silence/unmute-monitor.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { updatePolicy } from "../../src/graphql/on-call/policy/update-policy.ts"
import { claimMessages } from "../../src/notify/message/claim-messages.ts"
import { readWays } from "../../src/notify/message/read-target.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

/** Ada owns the project; Bo and Cy are paged by the rules. */
async function makeTeam() {
  const { id: projectId } = await makeProject(world)
  return {
    paging: pagingOf(world),
    projectId,
    ada: await makeMember(world, projectId, "owner", "Ada"),
    bo: await makeMember(world, projectId, "viewer", "Bo"),
    cy: await makeMember(world, projectId, "viewer", "Cy"),
  }
}

/** The first person is paged at once, each of the others ten minutes after the previous one. */
const rulesFor = (...people: { userId: string }[]) =>
  people.map(({ userId }, at) => ({ delayMinutes: at === 0 ? 0 : 10, targets: [{ userId }] }))

test("rules that change between steps never stop the paging", async () => {
  const { paging, projectId, bo, cy } = await makeTeam()
  const { id } = await createPolicy(world.system, {
    projectId,
    name: "Bo, again and again",
    repeatCount: 2,
    repeatDelayMinutes: 5,
    rules: rulesFor(bo),
  })
  const { alert } = await paging.fail(projectId)
  const takeNext = async () => {
    await paging.bringForward(alert.id)
    return paging.runDueSteps()
  }
  expect(await takeNext()).toBe(1)
  expect(await takeNext()).toBe(1)
  await updatePolicy(world.system, { id, rules: rulesFor(bo, cy) })
  for (let turn = 0; turn < 3; turn += 1) expect(await takeNext()).toBe(1)
  expect(await paging.pages(alert.id)).toEqual([
    "1.1 Bo: account +0",
    "2.1 Bo: account +0",
    "2.2 Cy: account +0",
    "3.1 Bo: account +0",
    "3.2 Cy: account +0",
  ])
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

test("a maintenance that ends early resumes the paused paging", async () => {
  const { paging, projectId } = await makeTeam()
  const soonOver = inMinutes(30)
  const ends: [end: (id: string) => Promise<unknown>, restsUntil: Date | null][] = [
    [(id) => endMaintenance(world.system, id), null],
    [(id) => cancelMaintenance(world.system, id), null],
    [(id) => updateMaintenance(world.system, { id, endsAt: soonOver }), soonOver],
  ]
  for (const [end, restsUntil] of ends) {
    const { alert, monitor } = await paging.fail(projectId)
    const window = await scheduleMaintenance(world.system, {
      projectId,
      title: "New disks",
      startsAt: inMinutes(-1),
      endsAt: inMinutes(600),
      monitorIds: [monitor.id],
    })
    await paging.runDueSteps()
    expect(await paging.escalation(alert.id)).toMatchObject({ step: 0, dueAt: window.endsAt })
    await end(window.id)
    expect(await paging.runDueSteps()).toBe(1)
    const { state, dueAt } = await paging.escalation(alert.id)
    expect([await paging.pages(alert.id), state === "active" ? dueAt : null]).toEqual([
      restsUntil === null ? ["1.0 Ada: account +0"] : [],
      restsUntil,
    ])
  }
})

test("pages owners if nobody is left to page, also if the last rules reach nobody", async () => {
  const { paging, projectId, bo, cy } = await makeTeam()
  await createPolicy(world.system, { projectId, name: "Standard", rules: rulesFor(cy, bo) })
  await world.services.database.prisma.member.delete({ where: { id: bo.memberId } })
  const { alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  await removeMember(world.system, cy.memberId)
  await paging.runDueSteps()
  expect(await paging.pages(alert.id)).toEqual([
    "1.0 Ada: account +0",
    "1.1 Cy: account +0 cancelled",
  ])
})

/** Two alerts with one cause, of which the first pages for both. */
async function makePair(projectId: string) {
  const paging = pagingOf(world)
  const first = await paging.fail(projectId, await paging.monitor(projectId, "shop.example"))
  const second = await paging.fail(projectId, await paging.monitor(projectId, "shop.example"))
  return { first, second }
}

test("a person who leaves is also not paged by the alert that took over", async () => {
  const { paging, projectId, cy } = await makeTeam()
  await createPolicy(world.system, { projectId, name: "Standard", rules: rulesFor(cy) })
  const { first, second } = await makePair(projectId)
  await paging.runDueSteps()
  await paging.recover(first.monitor)
  expect(await paging.escalation(second.alert.id)).toMatchObject({ state: "exhausted" })
  await removeMember(world.system, cy.memberId)
  await paging.runDueSteps()
  expect(await paging.pages(second.alert.id)).toEqual(["1.0 Ada: account +0"])
})

test("a reopened alert pages for itself while the one that took over is muted", async () => {
  const { paging, projectId, bo, cy } = await makeTeam()
  await createPolicy(world.system, { projectId, name: "Standard", rules: rulesFor(bo, cy) })
  const { first, second } = await makePair(projectId)
  await paging.runDueSteps()
  await paging.deliver(first.alert.id)
  await paging.recover(first.monitor)
  await muteMonitor(world.system, second.monitor.id, { durationMinutes: 600 })
  await paging.fail(projectId, first.monitor)
  expect(await paging.escalation(first.alert.id)).toMatchObject({ state: "active", leadId: null })
  await paging.bringForward(first.alert.id)
  expect(await paging.runDueSteps()).toBe(1)
  expect((await paging.pages(first.alert.id)).at(-1)).toBe("1.2 Cy: account +0")
})

test("a mute cancels unsent pages, also after the last step, and restarts the paging at its end", async () => {
  const { paging, projectId, bo } = await makeTeam()
  await paging.channel({ userId: bo.userId }, "email")
  await paging.channel({ userId: bo.userId }, "sms")
  await createPolicy(world.system, { projectId, name: "Standard", rules: rulesFor(bo) })
  const { alert, monitor } = await paging.fail(projectId)
  await paging.runDueSteps()
  await paging.deliver(alert.id)
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
  const { mutedUntil } = await muteMonitor(world.system, monitor.id, { durationMinutes: 30 })
  const first = "1.1 Bo: email +0 delivered, sms +60 cancelled"
  expect(await paging.pages(alert.id)).toEqual([first])
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "active", dueAt: mutedUntil })
  await unmuteMonitor(world.system, monitor.id)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(alert.id)).toEqual([first, "2.1 Bo: email +0, sms +60"])
  // Sent pages stay sent, and nobody is notified of a mute.
  await paging.sql("update delivery set state = 'delivered' where subject_id = $1", [alert.id])
  await muteMonitor(world.system, monitor.id, { durationMinutes: 30 })
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
})

test("a page returned by its worker while its alert was over is sent once the alert is reopened", async () => {
  const { paging, projectId } = await makeTeam()
  const { pool } = world.services.database
  const { alert, monitor } = await paging.fail(projectId)
  await paging.runDueSteps()
  const held = await claimMessages(
    pool,
    "page",
    { free: 100, busy: {} },
    { slotsOfKind: 100, perTarget: 2 },
  )
  await paging.recover(monitor)
  expect(await readWays(pool, held)).toContainEqual({ way: null })
  await paging.fail(projectId, monitor)
  const owedAnew = /^1\.0 Ada: account \+\d+$/
  expect(await paging.pages(alert.id)).toEqual([expect.stringMatching(owedAnew)])
})
