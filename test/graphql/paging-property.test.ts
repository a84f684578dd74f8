import fc from "fast-check"
import { expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { endFlaps } from "../../src/graphql/monitoring/check/end-flaps.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { pauseMonitor } from "../../src/graphql/monitoring/monitor/silence/pause-monitor.ts"
import { resumeMonitor } from "../../src/graphql/monitoring/monitor/silence/resume-monitor.ts"
import { unmuteMonitor } from "../../src/graphql/monitoring/monitor/silence/unmute-monitor.ts"
import { isSilenced } from "../../src/graphql/on-call/escalation/rules/silences.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { checkOf, offline } from "../support/checks.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

/** Open alerts that should page, for which nothing is due, nothing is being sent and nobody was reached. */
const forgotten = `
  select alert.number, e.state::text as state from alert join escalation e on e.alert_id = alert.id
    left join escalation lead on lead.alert_id = e.lead_id and e.state = 'joined'
    left join alert lead_alert on lead_alert.id = lead.alert_id
   where alert.project_id = $1 and alert.resolved_at is null and alert.acknowledged_at is null
     and not ${isSilenced("alert")}
     and not (e.state = 'active'
              or e.state = 'joined' and lead.state in ('active', 'exhausted') and lead_alert.resolved_at is null
              or exists (select from page join delivery d on d.page_id = page.id
                          where page.alert_id = coalesce(lead.alert_id, alert.id) and d.event = 'alert.created'
                            and d.state in ('pending', 'delivered')))`

async function play(steps: [action: number, monitor: number][]) {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  await createPolicy(ada.ctx, {
    projectId,
    name: "Two",
    rules: [ada, bo].map(({ userId }, at) => {
      return { delayMinutes: at * 10, targets: [{ userId }] }
    }),
  })
  const monitors: Awaited<ReturnType<typeof paging.monitor>>[] = []
  for (let at = 0; at < 3; at += 1) monitors.push(await paging.monitor(projectId, "shop.example"))
  const { prisma } = world.services.database
  const alertsOf = (monitorId: string) => prisma.alert.findMany({ where: { monitorId } })
  const actions = [
    (_id: string, monitor: { id: string; seq: number }) =>
      recordChecks(world.services, [checkOf(monitor, new Date(), { ...offline, address: null })]),
    (_id: string, monitor: { id: string; seq: number }) => paging.recover(monitor),
    (id: string) => pauseMonitor(world.system, id),
    (id: string) => resumeMonitor(world.system, id),
    (id: string) => muteMonitor(world.system, id, { durationMinutes: 30 }),
    (id: string) => unmuteMonitor(world.system, id),
    async (id: string) => {
      // One that is resolved cannot be acknowledged, unless it is flapping.
      const alerts = await alertsOf(id)
      await Promise.allSettled(alerts.map((alert) => paging.acknowledge(alert.id)))
    },
    async (id: string) => {
      for (const { id: alertId } of await alertsOf(id)) await paging.earlier(alertId, 360)
      await endFlaps(world.services)
      await paging.runDueSteps()
      for (const { id: alertId } of await alertsOf(id)) await paging.deliver(alertId)
    },
  ]
  for (const [action, at] of steps) {
    const monitor = monitors[at]
    if (monitor === undefined) throw new Error("three were made")
    await actions[action]?.(monitor.id, monitor)
    const { rows } = await paging.sql(forgotten, [projectId])
    expect(rows).toEqual([])
  }
}

test("no order of failures, recoveries, silences and acknowledgements forgets an open alert", async () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 2 }))
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), play), {
    numRuns: 25,
  })
})
