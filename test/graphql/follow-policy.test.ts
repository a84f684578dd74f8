import { expect, test } from "vitest"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { deletePolicy } from "../../src/graphql/on-call/policy/delete-policy.ts"
import { movedStep } from "../../src/graphql/on-call/policy/rules/moved-step.ts"
import { updatePolicy } from "../../src/graphql/on-call/policy/update-policy.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { setMonitorPolicy } from "../../src/graphql/monitoring/monitor/on-call/set-monitor-policy.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const rule = ({ userId }: { userId: string }, delayMinutes: number) => {
  return { delayMinutes, targets: [{ userId }] }
}

/** Ada was paged by the first rule; Bo follows after ten minutes, then Cy after ten more. */
async function makePaged(repeatCount = 0) {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  const cy = await makeMember(world, projectId, "viewer", "Cy")
  const rules = [rule(ada, 0), rule(bo, 10), rule(cy, 10)]
  const policy = await createPolicy(ada.ctx, { projectId, name: "One", repeatCount, rules })
  const { alert, monitor } = await paging.fail(projectId)
  await paging.runDueSteps()
  await paging.deliver(alert.id)
  const edit = (more: Omit<Parameters<typeof updatePolicy>[1], "id">) =>
    updatePolicy(ada.ctx, { id: policy.id, ...more })
  /** Minutes from the last step to the next. */
  const waits = async () => {
    const { dueAt, waitingSince } = await paging.escalation(alert.id)
    return (dueAt.getTime() - waitingSince.getTime()) / 60_000
  }
  const next = async () => {
    await paging.bringForward(alert.id)
    await paging.runDueSteps()
    const pages = await world.services.database.prisma.page.findMany({
      where: { alertId: alert.id },
      orderBy: { createdAt: "asc" },
      include: { user: { select: { name: true } } },
    })
    return pages.map(({ user }) => user?.name).join(" ")
  }
  return { paging, projectId, alert, monitor, policy, ada, bo, cy, edit, waits, next }
}

test("the running delay follows: shorter, longer, and past already", async () => {
  const { paging, alert, ada, bo, cy, edit, waits } = await makePaged()
  expect(await waits()).toBe(10)
  await edit({ rules: [rule(ada, 0), rule(bo, 4), rule(cy, 10)] })
  expect(await waits()).toBe(4)
  await edit({ rules: [rule(ada, 0), rule(bo, 60), rule(cy, 10)] })
  expect(await waits()).toBe(60)
  await paging.earlier(alert.id, 300)
  expect(await paging.runDueSteps()).toBe(0)
  await edit({ rules: [rule(ada, 0), rule(bo, 2), rule(cy, 10)] })
  expect(await paging.runDueSteps()).toBe(1)
})

test("a removed, inserted or moved rule loses no step and repeats none", async () => {
  const removed = await makePaged()
  const { ada, cy } = removed
  await removed.edit({ rules: [rule(ada, 0), rule(cy, 7)] })
  expect(await removed.waits()).toBe(7)
  expect(await removed.next()).toBe("Ada Cy")
  expect(await removed.paging.escalation(removed.alert.id)).toMatchObject({ state: "exhausted" })

  const first = await makePaged()
  await first.edit({ rules: [rule(first.bo, 3), rule(first.cy, 5)] })
  expect(await first.next()).toBe("Ada Bo")
  expect(await first.next()).toBe("Ada Bo Cy")

  const ran = await makePaged()
  expect(await ran.next()).toBe("Ada Bo")
  await ran.edit({ rules: [rule(ran.ada, 0), rule(ran.cy, 5)] })
  expect(await ran.waits()).toBe(5)
  expect(await ran.next()).toBe("Ada Bo Cy")
})

const steps = (names: string) => ({
  repeatCount: 1,
  repeatDelayMinutes: 5,
  rules: Array.from(names, (userId) => ({
    delayMinutes: 1,
    targets: [{ kind: "user" as const, userId }],
  })),
})

const nextStep = (before: string, after: string, step: number, isOther = false) =>
  movedStep(steps(before), steps(after), step, isOther)

test("steps of rules before and after an edit", () => {
  expect(nextStep("abc", "abc", 4)).toBe(4)
  expect(nextStep("abc", "axbc", 1)).toBe(1)
  expect(nextStep("a", "ab", 2)).toBe(3)
  expect(nextStep("abc", "ac", 2)).toBe(1)
  expect(nextStep("abc", "ac", 5)).toBe(3)
  expect(nextStep("ab", "ba", 1)).toBe(0)
  expect(nextStep("ab", "xb", 1)).toBe(1)
  expect(nextStep("ab", "b", 1)).toBe(0)
  expect(nextStep("ab", "a", 1)).toBe(1)
  expect(nextStep("aa", "aa", 1)).toBe(1)
  expect(nextStep("ab", "cad", 1, true)).toBe(2)
  expect(nextStep("ab", "cd", 3, true)).toBe(0)
  expect(nextStep("", "ab", 0)).toBe(0)
  expect(nextStep("ab", "", 1)).toBe(0)
})

test("fewer repeats end a policy, and a longer pause between rounds moves the next one", async () => {
  const { edit, next, waits, paging, alert } = await makePaged(1)
  await next()
  await next()
  expect(await waits()).toBe(5)
  await edit({ repeatDelayMinutes: 20 })
  expect(await waits()).toBe(20)
  await edit({ repeatCount: 0 })
  expect(await next()).toBe("Ada Bo Cy")
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
})

test("alerts follow their monitor to another policy, a new default, and the default of a deleted one", async () => {
  const moved = await makePaged()
  const { projectId } = moved
  const other = await createPolicy(moved.ada.ctx, {
    projectId,
    name: "Other",
    isDefault: false,
    rules: [rule(moved.ada, 0), rule(moved.cy, 3)],
  })
  await setMonitorPolicy(world.system, moved.monitor.id, other.id)
  expect(await moved.waits()).toBe(3)
  expect(await moved.next()).toBe("Ada Cy")

  const changed = await makePaged()
  await createPolicy(changed.ada.ctx, {
    projectId: changed.projectId,
    name: "New",
    isDefault: true,
    rules: [rule(changed.cy, 2)],
  })
  expect(await changed.waits()).toBe(2)
  expect(await changed.next()).toBe("Ada Cy")

  const deleted = await makePaged()
  await deletePolicy(deleted.ada.ctx, deleted.policy.id)
  expect(await deleted.next()).toBe("Ada")
  expect(await deleted.paging.escalation(deleted.alert.id)).toMatchObject({ state: "exhausted" })
})

test("a silence and a step brought forward stay as they are", async () => {
  const { paging, alert, monitor, ada, bo, edit, next } = await makePaged()
  await paging.bringForward(alert.id)
  await edit({ rules: [rule(ada, 0), rule(bo, 40)] })
  expect(await paging.runDueSteps()).toBe(1)
  await muteMonitor(world.system, monitor.id, { durationMinutes: 30 })
  const before = await paging.escalation(alert.id)
  await edit({ rules: [rule(ada, 0), rule(bo, 1)] })
  expect(await paging.escalation(alert.id)).toEqual(before)
  expect(await next()).toContain("Bo")
})
