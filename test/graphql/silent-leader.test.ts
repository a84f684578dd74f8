import { expect, test } from "vitest"
import { changeAlertState } from "../../src/graphql/incidents/alert/change-state.ts"
import { advanceMaintenances } from "../../src/graphql/maintenance/window/advance-maintenances.ts"
import { scheduleMaintenance } from "../../src/graphql/maintenance/window/schedule-maintenance.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { resumeMonitor } from "../../src/graphql/monitoring/monitor/silence/resume-monitor.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { ask } from "../support/ask.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

/** One alert of shop.example, of which Ada was paged by the only rule. */
async function makePaged() {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const rules = [{ delayMinutes: 0, targets: [{ userId: ada.userId }] }]
  await createPolicy(ada.ctx, { projectId, name: "Ada", rules })
  const failNext = async () =>
    paging.fail(projectId, await paging.monitor(projectId, "shop.example"))
  const first = await failNext()
  await paging.runDueSteps()
  await paging.deliver(first.alert.id)
  expect(await paging.escalation(first.alert.id)).toMatchObject({ state: "exhausted" })
  const maintain = async (monitorId: string) => {
    await scheduleMaintenance(world.system, {
      projectId,
      title: "Move",
      startsAt: new Date(Date.now() + 60_000),
      endsAt: new Date(Date.now() + 3_600_000),
      monitorIds: [monitorId],
    })
    await paging.sql("update maintenance set starts_at = now() where project_id = $1", [projectId])
    await advanceMaintenances(world.services)
  }
  return { paging, projectId, ada, first, failNext, maintain }
}

type Paged = Awaited<ReturnType<typeof makePaged>>

const silences: Record<string, (paged: Paged) => Promise<unknown>> = {
  "a paused": ({ first }) => pauseMonitor(world.system, first.monitor.id),
  "a muted": ({ first }) => muteMonitor(world.system, first.monitor.id, { durationMinutes: 30 }),
  "a maintained": ({ first, maintain }) => maintain(first.monitor.id),
  "a reopened": async ({ first }) => {
    await changeAlertState(world.system, { id: first.alert.id, state: "resolved" })
    await changeAlertState(world.system, { id: first.alert.id, state: "triggered" })
  },
}

for (const [name, silence] of Object.entries(silences)) {
  test(`${name} alert leads no group and is not woken by the next one, which pages for itself`, async () => {
    const paged = await makePaged()
    const { paging, first, failNext } = paged
    await silence(paged)
    const before = await paging.escalation(first.alert.id)
    const { alert: next } = await failNext()
    expect(await paging.escalation(next.id)).toMatchObject({ state: "active", leadId: null })
    expect(await paging.runDueSteps()).toBe(1)
    expect(await paging.pages(next.id)).toEqual(["1.1 Ada: account +0"])
    expect(await paging.says(next.id)).toBe("#2 triggered")
    expect(await paging.escalation(first.alert.id)).toEqual(before)
  })

  if (name === "a reopened") continue

  test(`when the leader becomes ${name} alert, the oldest of its group pages for itself at once`, async () => {
    const paged = await makePaged()
    const { paging, failNext } = paged
    const { alert: second } = await failNext()
    const { alert: third } = await failNext()
    expect(await paging.escalation(third.id)).toMatchObject({ state: "joined" })
    await silence(paged)
    expect(await paging.runDueSteps()).toBe(1)
    expect(await paging.pages(second.id)).toEqual(["1.1 Ada: account +0"])
    expect(await paging.says(second.id)).toBe("#3 triggered +#2")
    expect(await paging.escalation(third.id)).toMatchObject({ state: "joined", leadId: second.id })
  })
}

test("an alert below a parent that is down leads nothing, and the parent pages under its own name", async () => {
  const { paging, projectId } = await makePaged()
  const parent = await paging.monitor(projectId)
  const child = await paging.monitor(projectId, "child.example")
  await paging.sql("update monitor set parent_id = $2 where id = $1", [child.id, parent.id])
  const { alert: below } = await paging.fail(projectId, child)
  await paging.runDueSteps()
  const { alert: above } = await paging.fail(projectId, parent)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.says(above.id)).toBe(`#${above.number} triggered`)
  const { alert: beside } = await paging.fail(
    projectId,
    await paging.monitor(projectId, "child.example"),
  )
  expect(await paging.escalation(beside.id)).toMatchObject({ state: "active", leadId: null })
  expect(await paging.escalation(below.id)).toMatchObject({ state: "exhausted" })
})

test("a silenced alert never takes over a group", async () => {
  const { paging, first, failNext, maintain } = await makePaged()
  const second = await failNext()
  const { alert: third } = await failNext()
  await paging.sql("update monitor set muted_until = now() + interval '1 hour' where id = $1", [
    second.monitor.id,
  ])
  await maintain(first.monitor.id)
  expect(await paging.escalation(third.id)).toMatchObject({ state: "active", leadId: null })
})

test("a paused alert differs from one whose steps are done, and pages again when it is resumed", async () => {
  const { paging, ada, first } = await makePaged()
  const stateOf = async () => {
    const { data } = await ask(
      world,
      ada.ctx.actor,
      "query ($id: ID!) { alert(id: $id) { escalation { state } } }",
      { id: first.alert.id },
    )
    return data
  }
  expect(await stateOf()).toEqual({ alert: { escalation: { state: "EXHAUSTED" } } })
  await pauseMonitor(world.system, first.monitor.id)
  expect(await stateOf()).toEqual({ alert: { escalation: { state: "SILENCED" } } })
  await resumeMonitor(world.system, first.monitor.id)
  expect(await stateOf()).toEqual({ alert: { escalation: { state: "ACTIVE" } } })
  await paging.bringForward(first.alert.id)
  expect(await paging.runDueSteps()).toBe(1)
})
