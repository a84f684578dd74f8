import { lastInWords } from "../support/in-words.ts"
import { Prisma } from "../../prisma/generated/client.ts"
import { asWritten } from "../../src/findings/finding.ts"
import { say } from "../../src/findings/say.ts"
import { readStep } from "../../src/graphql/on-call/escalation/read-step.ts"
import { expect, test } from "vitest"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { acknowledgeIncident } from "../../src/graphql/incidents/incident/acknowledge-incident.ts"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { changeAlertState } from "../../src/graphql/incidents/alert/change-state.ts"
import { resolveAlert } from "../../src/graphql/incidents/alert/resolve-alerts.ts"
import { runDueStep } from "../../src/graphql/on-call/escalation/run-step.ts"
import { removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { unmuteMonitor } from "../../src/graphql/monitoring/monitor/silence/unmute-monitor.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { createBatcher } from "../../src/platform/batch.ts"
import { readPageMessages } from "../../src/notify/page/page-message.ts"
import { ask } from "../support/ask.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

/** Ada first, then Bo and a team channel after ten minutes; Ada owns the project. */
async function makeTeam() {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  const room = await paging.channel({ projectId }, "slack_bot")
  const policy = await createPolicy(ada.ctx, {
    projectId,
    name: "Standard",
    repeatCount: 1,
    repeatDelayMinutes: 5,
    rules: [
      { delayMinutes: 0, targets: [{ userId: ada.userId }] },
      { delayMinutes: 10, targets: [{ userId: bo.userId }, { channelId: room }] },
    ],
  })
  return { paging, projectId, ada, bo, room, policy }
}

test("an alert runs the steps of its policy, repeats, and then is exhausted", async () => {
  const { paging, projectId, ada } = await makeTeam()
  await paging.channel({ userId: ada.userId }, "email")
  await paging.channel({ userId: ada.userId }, "voice")
  await paging.channel({ userId: ada.userId }, "sms")
  const { alert } = await paging.fail(projectId)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(alert.id)).toEqual(["1.1 Ada: email +0, sms +60, voice +180"])
  const { dueAt, waitingSince } = await paging.escalation(alert.id)
  expect(dueAt.getTime() - waitingSince.getTime()).toBe(600_000)
  expect(await paging.runDueSteps()).toBe(0)
  for (let turn = 0; turn < 3; turn += 1) {
    await paging.bringForward(alert.id)
    expect(await paging.runDueSteps()).toBe(1)
  }
  expect(await paging.pages(alert.id)).toEqual([
    "1.1 Ada: email +0, sms +60, voice +180",
    "1.2 Bo: account +0",
    "1.2 slack_bot: slack_bot +0",
    "2.1 Ada: email +0, sms +60, voice +180",
    "2.2 Bo: account +0",
    "2.2 slack_bot: slack_bot +0",
  ])
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted", step: 4 })
})

test("pages owners and admins without a policy or if no rule reaches anybody", async () => {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  await makeMember(world, projectId, "admin", "Cy")
  const bo = await makeMember(world, projectId, "editor", "Bo")
  const first = await paging.fail(projectId)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(first.alert.id)).toEqual(["1.0 Ada: account +0", "1.0 Cy: account +0"])
  expect(await paging.escalation(first.alert.id)).toMatchObject({ state: "exhausted" })
  await createPolicy(ada.ctx, {
    projectId,
    name: "Gone",
    rules: [{ delayMinutes: 0, targets: [{ userId: bo.userId }] }],
  })
  await world.services.database.prisma.member.delete({ where: { id: bo.memberId } })
  const second = await paging.fail(projectId)
  expect(await paging.runDueSteps()).toBe(2)
  expect(await paging.pages(second.alert.id)).toHaveLength(2)
  const steps = await world.services.database.prisma.escalationStep.findMany({
    where: { alertId: second.alert.id },
    orderBy: { ruleOrder: "desc" },
  })
  expect(steps.map((one) => [one.ruleOrder, say(readStep(one).slice(0, 1))])).toEqual([
    [1, "Bo is no longer a member of the project."],
    [0, "Ada is named by the rule."],
  ])
})

test("an acknowledgement by any route ends it: no further step runs and nothing unsent is sent", async () => {
  const { paging, projectId, ada } = await makeTeam()
  await paging.channel({ userId: ada.userId }, "web_push")
  await paging.channel({ userId: ada.userId }, "sms")
  const ways = [
    (alertId: string) => paging.acknowledge(alertId),
    (id: string) => changeAlertState(world.system, { id, state: "acknowledged" }),
    (alertId: string) => resolveAlert(world.system, alertId),
    async (id: string) => {
      const { incidentId } = await world.services.database.prisma.alert.findUniqueOrThrow({
        where: { id },
      })
      return acknowledgeIncident(world.system, incidentId ?? "")
    },
  ]
  for (const end of ways) {
    const { alert } = await paging.fail(projectId)
    await paging.runDueSteps()
    await paging.deliver(alert.id)
    await end(alert.id)
    await paging.bringForward(alert.id)
    expect(await paging.runDueSteps()).toBe(0)
    expect(await paging.pages(alert.id)).toEqual([
      "1.1 Ada: web_push +0 delivered, sms +60 cancelled",
    ])
    expect(await paging.escalation(alert.id)).toMatchObject({ state: "ended" })
  }
})

test("the end names the person who caused it, and nobody after a recovery", async () => {
  const { paging, projectId, ada } = await makeTeam()
  await paging.channel({ userId: ada.userId }, "web_push")
  type Failed = Awaited<ReturnType<typeof paging.fail>>
  const ends: Record<string, (failed: Failed) => Promise<unknown>> = {
    alert: ({ alert }) => resolveAlert(ada.ctx, alert.id),
    incident: ({ alert }) => resolveIncident(ada.ctx, alert.incidentId ?? ""),
    recovery: ({ monitor }) => paging.recover(monitor),
  }
  const said: Record<string, unknown> = {}
  for (const [name, end] of Object.entries(ends)) {
    const failed = await paging.fail(projectId)
    const { alert } = failed
    await paging.runDueSteps()
    await paging.deliver(alert.id)
    await end(failed)
    const { id } = await world.services.database.prisma.delivery.findFirstOrThrow({
      where: { subjectId: alert.id, queue: "page", event: "alert.resolved" },
    })
    said[name] = (await paging.read(id))?.by
  }
  expect(said).toEqual({ alert: "Ada", incident: "Ada", recovery: null })
})

test("a paged person may acknowledge regardless of role; others of that role may not", async () => {
  const { paging, projectId, bo } = await makeTeam()
  const { alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  await expect(acknowledgeAlert(bo.ctx, alert.id)).rejects.toMatchObject({
    code: "insufficient_scope",
  })
  await paging.bringForward(alert.id)
  await paging.runDueSteps()
  expect(await acknowledgeAlert(bo.ctx, alert.id)).toMatchObject({ acknowledgedBy: "Bo" })
})

test("a person who leaves the project gets nothing more, and the next rule runs at once", async () => {
  const { paging, projectId, bo, room } = await makeTeam()
  const cy = await makeMember(world, projectId, "viewer", "Cy")
  await paging.channel({ userId: cy.userId }, "email")
  await paging.channel({ userId: cy.userId }, "sms")
  await createPolicy(world.system, {
    projectId,
    name: "Cy, then the room",
    isDefault: true,
    rules: [
      { delayMinutes: 0, targets: [{ userId: cy.userId }] },
      { delayMinutes: 30, targets: [{ channelId: room }] },
    ],
  })
  const { alert, monitor } = await paging.fail(projectId)
  await paging.runDueSteps()
  await paging.deliver(alert.id)
  expect(await paging.says(alert.id)).toBe(`#${alert.number} triggered`)
  await removeMember(world.system, cy.memberId)
  expect(await paging.says(alert.id)).toBeNull()
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(alert.id)).toEqual([
    "1.1 Cy: email +0 delivered, sms +60 cancelled",
    "1.2 slack_bot: slack_bot +0",
  ])
  await paging.deliver(alert.id)
  await paging.recover(monitor)
  expect(await paging.news(alert.id)).toEqual(["alert.resolved page slack_bot"])

  const alone = await createPolicy(world.system, {
    projectId,
    name: "Bo alone",
    rules: [{ delayMinutes: 0, targets: [{ userId: bo.userId }] }],
  })
  const lonely = await paging.monitor(projectId)
  await world.services.database.prisma.monitor.update({
    where: { id: lonely.id },
    data: { policyId: alone.id },
  })
  const { alert: second } = await paging.fail(projectId, lonely)
  await paging.runDueSteps()
  expect(await paging.escalation(second.id)).toMatchObject({ state: "exhausted" })
  await removeMember(world.system, bo.memberId)
  await paging.runDueSteps()
  expect(await paging.pages(second.id)).toEqual([
    "1.1 Bo: account +0 cancelled",
    "2.0 Ada: account +0",
  ])
})

test("paged people are notified of the end: chats and pushes of each change, others only of the end", async () => {
  const { paging, projectId, ada, bo } = await makeTeam()
  for (const kind of ["email", "sms", "voice"] as const) {
    await paging.channel({ userId: ada.userId }, kind)
  }
  await paging.channel({ userId: bo.userId }, "sms")
  const { alert, monitor } = await paging.fail(projectId)
  await paging.runDueSteps()
  await paging.sql(
    "update delivery set due_at = date_trunc('milliseconds', now()) where subject_id = $1",
    [alert.id],
  )
  await paging.deliver(alert.id)
  await paging.bringForward(alert.id)
  await paging.runDueSteps()
  await paging.sql(
    "update delivery set state = 'delivered' where subject_id = $1 and target like 'slack%'",
    [alert.id],
  )
  await paging.acknowledge(alert.id)
  expect(await paging.news(alert.id)).toEqual(["alert.acknowledged page slack_bot"])
  await paging.recover(monitor)
  expect(await paging.news(alert.id)).toEqual([
    "alert.acknowledged page slack_bot",
    "alert.resolved notice email",
    "alert.resolved notice sms",
    "alert.resolved page slack_bot",
  ])
})

test("a flap pages people not paged before, and goes on with the next rule if it lasts", async () => {
  const { paging, projectId, ada } = await makeTeam()
  await paging.channel({ userId: ada.userId }, "web_push")
  const { alert, monitor } = await paging.fail(projectId)
  await paging.runDueSteps()
  await paging.recover(monitor)
  expect(await paging.pages(alert.id)).toEqual(["1.1 Ada: web_push +0 cancelled"])
  await paging.fail(projectId, monitor)
  expect(await paging.runDueSteps()).toBe(0)
  // It is due again, as long after its creation as the test has taken.
  const owedAnew = /^1\.1 Ada: web_push \+\d+$/
  expect(await paging.pages(alert.id)).toEqual([expect.stringMatching(owedAnew)])
  await paging.deliver(alert.id)
  await paging.recover(monitor)
  await paging.fail(projectId, monitor)
  expect(await paging.pages(alert.id)).toEqual([expect.stringMatching(/ delivered$/)])
  expect(await paging.news(alert.id)).toEqual([
    "alert.reopened notice web_push",
    "alert.resolved notice web_push",
  ])
  const { state, step, dueAt } = await paging.escalation(alert.id)
  expect({ state, step }).toEqual({ state: "active", step: 1 })
  expect(Math.abs(dueAt.getTime() - Date.now() - 300_000)).toBeLessThan(30_000)
})

test("a mute pauses the paging, which restarts when it ends", async () => {
  const { paging, projectId } = await makeTeam()
  const { alert, monitor } = await paging.fail(projectId)
  await paging.runDueSteps()
  const muted = await muteMonitor(world.system, monitor.id, { durationMinutes: 30 })
  expect(await paging.escalation(alert.id)).toMatchObject({
    state: "active",
    step: 0,
    dueAt: muted.mutedUntil,
  })
  expect(await paging.pages(alert.id)).toEqual(["1.1 Ada: account +0 cancelled"])
  await paging.bringForward(alert.id)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.escalation(alert.id)).toMatchObject({ step: 0, dueAt: muted.mutedUntil })
  await unmuteMonitor(world.system, monitor.id)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(alert.id)).toEqual([
    "1.1 Ada: account +0 cancelled",
    "2.1 Ada: account +0",
  ])
})

test("an alert that pages again for years goes on paging", async () => {
  const { paging, projectId } = await makeTeam()
  const { alert } = await paging.fail(projectId)
  await paging.sql(
    "update escalation set step = 40000, rounds_before = 40000 where alert_id = $1",
    [alert.id],
  )
  await paging.runDueSteps()
  const { rows } = await paging.sql("select round from escalation_step where alert_id = $1", [
    alert.id,
  ])
  expect(rows).toEqual([{ round: 40_001 }])
})

test("a concurrent step and acknowledgement are ordered, and nobody is paged afterwards", async () => {
  const { paging, projectId } = await makeTeam()
  for (let round = 0; round < 8; round += 1) {
    const { alert } = await paging.fail(projectId)
    await Promise.all([runDueStep(world.services), paging.acknowledge(alert.id)])
    const pages = await paging.pages(alert.id)
    expect([[], ["1.1 Ada: account +0 cancelled"]]).toContainEqual(pages)
    expect(await paging.runDueSteps()).toBe(0)
  }
})

test("two workers run each step once", async () => {
  const { paging, projectId } = await makeTeam()
  const alerts = []
  for (let at = 0; at < 6; at += 1) alerts.push((await paging.fail(projectId)).alert.id)
  await Promise.all([paging.runDueSteps(), paging.runDueSteps(), paging.runDueSteps()])
  for (const id of alerts) expect(await paging.pages(id)).toEqual(["1.1 Ada: account +0"])
})

test("a page's message is read when it is sent, and waits for an acknowledgement in progress", async () => {
  const { paging, projectId } = await makeTeam()
  const { alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  const { id } = await world.services.database.prisma.delivery.findFirstOrThrow({
    where: { subjectId: alert.id, queue: "page" },
  })
  expect(await paging.read(id)).toMatchObject({
    state: "triggered",
    severity: "high",
    title: { code: "monitor_offline" },
    reason: [{ code: "named_by_rule", parameters: { people: ["Ada"] } }],
    url: expect.stringContaining(`/projects/${projectId}/alerts/${alert.id}`),
  })
  const reading = Promise.withResolvers<unknown>()
  await transact(world.services, async (tx) => {
    await tx.db.alert.update({ where: { id: alert.id }, data: { acknowledgedAt: new Date() } })
    reading.resolve(paging.read(id))
    await soon(async () => {
      const { rows } = await paging.sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      return rows.length
    }).toBe(1)
  })
  expect(await reading.promise).toBe(null)
})

test("an alert being changed delays only its own messages", async () => {
  const { paging, projectId } = await makeTeam()
  const held = await paging.fail(projectId)
  const free = await paging.fail(projectId)
  await paging.runDueSteps()
  const rows = await world.services.database.prisma.delivery.findMany({
    where: { subjectId: { in: [held.alert.id, free.alert.id] }, queue: "page" },
    orderBy: { createdAt: "asc" },
  })
  const read = createBatcher((ids: string[]) => readPageMessages(world.services, ids))
  const waiting = await transact(world.services, async (tx) => {
    await tx.db.alert.update({
      where: { id: held.alert.id },
      data: { title: "Changed", titleFinding: Prisma.DbNull },
    })
    const [ofHeld, ofFree] = rows.map(({ id }) => read(id))
    expect(await ofFree).toMatchObject({ title: { code: "monitor_offline" } })
    return { ofHeld }
  })
  expect(await waiting.ofHeld).toMatchObject({ title: asWritten("Changed") })
})

test("throttles a channel, says so, and uses the next contact method at once", async () => {
  const { paging, projectId, ada } = await makeTeam()
  const sms = await paging.channel({ userId: ada.userId }, "sms")
  await paging.channel({ userId: ada.userId }, "email")
  await paging.channel({ userId: ada.userId }, "web_push")
  await paging.channel({ userId: ada.userId }, "voice")
  const { alert: earlier } = await paging.fail(projectId)
  await paging.runDueSteps()
  await paging.sql(
    `insert into delivery (id, event, subject_id, target, channel_id, dedupe_key, payload, state, page_id)
     select gen_random_uuid(), event, subject_id, target, channel_id, n || dedupe_key, '{}', 'delivered', page_id
       from delivery, generate_series(1, 19) n where subject_id = $1 and channel_id = $2`,
    [earlier.id, sms],
  )
  for (let at = 0; at < 2; at += 1) {
    const { alert } = await paging.fail(projectId)
    await paging.runDueSteps()
    expect(await paging.pages(alert.id)).toEqual([
      "1.1 Ada: email +0, voice +0, web_push +0, sms +60 cancelled",
    ])
  }
  const deliveries = await world.services.database.prisma.delivery.findMany({
    where: { channelId: sms, OR: [{ event: "alert.throttled" }, { state: "cancelled" }] },
    orderBy: { event: "asc" },
  })
  const seen = deliveries.map(lastInWords)
  expect(seen.map(({ event, queue, lastError }) => [event, queue, lastError])).toEqual([
    [
      "alert.created",
      "page",
      "Not sent: this channel already received 20 pages within 30 minutes.",
    ],
    [
      "alert.created",
      "page",
      "Not sent: this channel already received 20 pages within 30 minutes.",
    ],
    ["alert.throttled", "notice", null],
  ])
})

test("an alert's past and next steps can be read with it, also by a person who was paged", async () => {
  const { paging, projectId, ada, bo } = await makeTeam()
  const { alert } = await paging.fail(projectId)
  await paging.runDueSteps()
  const source = `query ($id: ID!) { alert(id: $id) {
    escalation { state nextStepAt policy { name } steps {
      round ruleOrder found pages { name reason deliveries { target state } } } }
    pages { name }
  } }`
  const { data, errors } = await ask(world, bo.ctx.actor, source, { id: alert.id })
  expect(errors).toEqual([])
  expect(data).toEqual({
    alert: {
      escalation: {
        state: "ACTIVE",
        nextStepAt: (await paging.escalation(alert.id)).dueAt.toISOString(),
        policy: { name: "Standard" },
        steps: [
          {
            round: 1,
            ruleOrder: 1,
            found: ["Ada is named by the rule."],
            pages: [
              {
                name: "Ada",
                reason: "Ada is named by the rule.",
                deliveries: [{ target: `account:${ada.userId}`, state: "PENDING" }],
              },
            ],
          },
        ],
      },
      pages: [{ name: "Ada" }],
    },
  })
  const own = "{ ownPages { edges { node { alert { id } } } } }"
  const [mine, his] = [await ask(world, ada.ctx.actor, own), await ask(world, bo.ctx.actor, own)]
  expect(mine.data).toEqual({ ownPages: { edges: [{ node: { alert: { id: alert.id } } }] } })
  expect(his.data).toEqual({ ownPages: { edges: [] } })
  const stranger = await makeMember(world, (await makeProject(world)).id, "owner")
  const { errors: refused } = await ask(world, stranger.ctx.actor, source, { id: alert.id })
  expect(refused.map(({ code }) => code)).toEqual(["not_found"])
})
