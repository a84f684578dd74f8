import { expect, test } from "vitest"
import { endFlaps } from "../../src/graphql/monitoring/check/end-flaps.ts"
import { settleRestored } from "../../src/graphql/monitoring/restore/settle-restored.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { freshCheckMinutes } from "../../src/graphql/outbox/since-restore.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const minute = 60

/** An alert of which Ada was notified, in an installation that was then restored from a backup. */
async function makeRestored({ isFlapping = false } = {}) {
  const paging = pagingOf(world)
  const { prisma } = world.services.database
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const room = await paging.channel({ projectId }, "slack_bot")
  for (const kind of ["email", "web_push"] as const)
    await paging.channel({ userId: ada.userId }, kind)
  const targets = [{ userId: ada.userId }, { channelId: room }]
  await createPolicy(ada.ctx, {
    projectId,
    name: "Twice",
    rules: [{ delayMinutes: 0, targets }],
    repeatCount: 1,
  })
  const { alert, monitor } = await paging.fail(projectId)
  const alertId = alert.id
  const kinds = ["email", "web_push", "slack_bot"] as const
  const hearAll = async () => {
    const heard: string[] = []
    for (const kind of kinds) {
      for (const said of await paging.hears(alertId, kind)) heard.push(`${kind} ${said}`)
    }
    return heard
  }
  await paging.runDueSteps()
  await hearAll()
  if (isFlapping) {
    await paging.recover(monitor)
    await paging.fail(projectId, monitor)
    await hearAll()
  }
  await settleRestored(world.services, new Date())
  return {
    paging,
    alertId,
    hearAll,
    recover: () => paging.recover(monitor),
    /** As if the restore had been earlier. */
    later: () =>
      paging.sql(
        `update installation set restored_at = restored_at - interval '${freshCheckMinutes} minutes'`,
      ),
    resolved: () =>
      prisma.delivery.findMany({
        where: { projectId, queue: "event", event: { endsWith: ".resolved" } },
        orderBy: { event: "asc" },
      }),
  }
}

test("a recovery that the first checks after a restore find is not announced again", async () => {
  const { recover, hearAll, resolved } = await makeRestored()
  await recover()
  // Only the message in the chat is edited, which notifies nobody.
  expect(await hearAll()).toEqual(["slack_bot Recovered"])
  // Endpoints keep in step; without a timeline entry subscribers of status pages get nothing.
  expect(await resolved()).toMatchObject([
    { event: "alert.resolved" },
    { event: "incident.resolved", changeId: null },
  ])
})

test("a recovery later than the first checks after a restore is announced", async () => {
  const { recover, hearAll, resolved, later } = await makeRestored()
  await later()
  await recover()
  expect(await hearAll()).toEqual(["email Recovered", "web_push Recovered", "slack_bot Recovered"])
  expect(await resolved()).toMatchObject([
    { event: "alert.resolved" },
    { event: "incident.resolved", changeId: expect.any(String) },
  ])
})

test("who was paged again after a restore hears of the recovery", async () => {
  const { paging, alertId, recover, hearAll } = await makeRestored()
  await paging.bringForward(alertId)
  expect(await paging.runDueSteps()).toBe(1)
  await hearAll()
  await recover()
  expect(await hearAll()).toContain("email Recovered")
})

test("the end of a flap is not announced again after a restore", async () => {
  const { paging, alertId, recover, hearAll } = await makeRestored({ isFlapping: true })
  await recover()
  expect(await hearAll()).toEqual(["slack_bot Recovered"])
  await paging.earlier(alertId, 10 * minute)
  // The restore was as long ago as the recovery.
  await paging.sql(
    "update installation set restored_at = restored_at - make_interval(secs => $1::int)",
    [10 * minute],
  )
  await paging.sql("update alert set created_at = created_at - interval '1 hour' where id = $1", [
    alertId,
  ])
  expect(await endFlaps(world.services)).toBe(1)
  expect(await hearAll()).toEqual([])
})
