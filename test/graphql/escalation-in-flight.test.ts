import { expect, test } from "vitest"
import { cancelMaintenance, endMaintenance } from "../../src/graphql/maintenance/end.ts"
import { scheduleMaintenance } from "../../src/graphql/maintenance/schedule.ts"
import { updateMaintenance } from "../../src/graphql/maintenance/update.ts"
import { removeMember } from "../../src/graphql/member/remove.ts"
import { muteMonitor } from "../../src/graphql/monitor/mute.ts"
import { unmuteMonitor } from "../../src/graphql/monitor/unmute.ts"
import { createPolicy } from "../../src/graphql/on-call/create-policy.ts"
import { updatePolicy } from "../../src/graphql/on-call/update-policy.ts"
import { claimLane } from "../../src/notify/lane/claim.ts"
import { readWays } from "../../src/notify/lane/read-way.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

/** Ada owns the project; Bo and Cy are paged as the rules name them. */
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

/** The first is paged at once, each of the others ten minutes after the one before. */
const rulesFor = (...people: { userId: string }[]) =>
  people.map(({ userId }, at) => ({ delayMinutes: at === 0 ? 0 : 10, targets: [{ userId }] }))

test("rules that change between their turns never bring the paging to a stop", async () => {
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
    return paging.takeTurns()
  }
  expect(await takeNext()).toBe(1)
  expect(await takeNext()).toBe(1)
  await updatePolicy(world.system, { id, rules: rulesFor(bo, cy) })
  for (let turn = 0; turn < 4; turn += 1) expect(await takeNext()).toBe(1)
  expect(await paging.pages(alert.id)).toEqual([
    "1.1 Bo: account +0",
    "2.1 Bo: account +0",
    "2.2 Cy: account +0",
    "3.1 Bo: account +0",
    "3.2 Cy: account +0",
    "4.1 Bo: account +0",
  ])
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

test("a maintenance that is over before its time wakes the paging that rests for it", async () => {
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
    await paging.takeTurns()
    expect(await paging.escalation(alert.id)).toMatchObject({ turn: 0, dueAt: window.endsAt })
    await end(window.id)
    expect(await paging.takeTurns()).toBe(1)
    const { state, dueAt } = await paging.escalation(alert.id)
    expect([await paging.pages(alert.id), state === "active" ? dueAt : null]).toEqual([
      restsUntil === null ? ["1.0 Ada: account +0"] : [],
      restsUntil,
    ])
  }
})

test("what nobody is left to hear of goes to the owners, also where the last rules reach nobody", async () => {
  const { paging, projectId, bo, cy } = await makeTeam()
  await createPolicy(world.system, { projectId, name: "Standard", rules: rulesFor(cy, bo) })
  await world.services.database.prisma.member.delete({ where: { id: bo.memberId } })
  const { alert } = await paging.fail(projectId)
  await paging.takeTurns()
  await removeMember(world.system, cy.memberId)
  await paging.takeTurns()
  expect(await paging.pages(alert.id)).toEqual([
    "1.0 Ada: account +0",
    "1.1 Cy: account +0 cancelled",
  ])
})

/** Two alerts of one cause, of which the first pages for both. */
async function makePair(projectId: string) {
  const paging = pagingOf(world)
  const first = await paging.fail(projectId, await paging.monitor(projectId, "shop.example"))
  const second = await paging.fail(projectId, await paging.monitor(projectId, "shop.example"))
  return { first, second }
}

test("whoever leaves also leaves what goes on for an alert that is over", async () => {
  const { paging, projectId, cy } = await makeTeam()
  await createPolicy(world.system, { projectId, name: "Standard", rules: rulesFor(cy) })
  const { first, second } = await makePair(projectId)
  await paging.takeTurns()
  await paging.recover(first.monitor)
  expect(await paging.escalation(second.alert.id)).toMatchObject({ state: "exhausted" })
  await removeMember(world.system, cy.memberId)
  await paging.takeTurns()
  expect(await paging.pages(second.alert.id)).toEqual(["1.0 Ada: account +0"])
})

test("an alert that is back pages for itself while the one that went on for it is silent", async () => {
  const { paging, projectId, bo, cy } = await makeTeam()
  await createPolicy(world.system, { projectId, name: "Standard", rules: rulesFor(bo, cy) })
  const { first, second } = await makePair(projectId)
  await paging.takeTurns()
  await paging.deliver(first.alert.id)
  await paging.recover(first.monitor)
  await muteMonitor(world.system, second.monitor.id, { durationMinutes: 600 })
  await paging.fail(projectId, first.monitor)
  expect(await paging.escalation(first.alert.id)).toMatchObject({ state: "active", leadId: null })
  await paging.bringForward(first.alert.id)
  expect(await paging.takeTurns()).toBe(1)
  expect((await paging.pages(first.alert.id)).at(-1)).toBe("1.2 Cy: account +0")
})

test("a mute holds back what is not sent yet, also after the last turn, and pages anew at its end", async () => {
  const { paging, projectId, bo } = await makeTeam()
  await paging.channel({ userId: bo.userId }, "email")
  await paging.channel({ userId: bo.userId }, "sms")
  await createPolicy(world.system, { projectId, name: "Standard", rules: rulesFor(bo) })
  const { alert, monitor } = await paging.fail(projectId)
  await paging.takeTurns()
  await paging.deliver(alert.id)
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
  const { mutedUntil } = await muteMonitor(world.system, monitor.id, { durationMinutes: 30 })
  const first = "1.1 Bo: email +0 delivered, sms +60 cancelled"
  expect(await paging.pages(alert.id)).toEqual([first])
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "active", dueAt: mutedUntil })
  await unmuteMonitor(world.system, monitor.id)
  expect(await paging.takeTurns()).toBe(1)
  expect(await paging.pages(alert.id)).toEqual([first, "2.1 Bo: email +0, sms +60"])
  // What everybody was told of is done, and nobody is told again for a mute.
  await paging.sql("update delivery set state = 'delivered' where subject_id = $1", [alert.id])
  await muteMonitor(world.system, monitor.id, { durationMinutes: 30 })
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
})

test("a page that its sender gave back while its alert was over goes out once the alert is back", async () => {
  const { paging, projectId } = await makeTeam()
  const { pool } = world.services.database
  const { alert, monitor } = await paging.fail(projectId)
  await paging.takeTurns()
  const held = await claimLane(pool, "page", { all: 100, kinds: {} }, 100)
  await paging.recover(monitor)
  expect(await readWays(pool, held)).toContainEqual({ way: null })
  await paging.fail(projectId, monitor)
  const owedAnew = /^1\.0 Ada: account \+\d+$/
  expect(await paging.pages(alert.id)).toEqual([expect.stringMatching(owedAnew)])
})
