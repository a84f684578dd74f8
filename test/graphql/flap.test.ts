import { expect, test } from "vitest"
import { resolveIncident } from "../../src/graphql/incidents/incident/change-state.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { endFlaps } from "../../src/graphql/monitoring/check/end-flaps.ts"
import { deleteMonitor } from "../../src/graphql/monitoring/monitor/write/delete-monitor.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()
const minute = 60

/** Ada alone, by one rule, over e-mail, SMS and chat. */
async function makeWatch() {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const room = await paging.channel({ projectId }, "slack_bot")
  await paging.channel({ userId: ada.userId }, "email")
  await paging.channel({ userId: ada.userId }, "sms")
  const targets = [{ userId: ada.userId }, { channelId: room }]
  await createPolicy(ada.ctx, { projectId, name: "One", rules: [{ delayMinutes: 0, targets }] })
  const { alert, monitor } = await paging.fail(projectId)
  const alertId = alert.id
  const hear = (kind: "email" | "sms" | "slack_bot") => paging.hears(alertId, kind)
  await paging.runDueSteps()
  // The SMS is sent too.
  await paging.sql(
    "update delivery set due_at = now() - interval '10 seconds' where page_id is not null and subject_id = $1",
    [alertId],
  )
  expect([await hear("email"), await hear("sms"), await hear("slack_bot")]).toEqual([
    ["Page"],
    ["Page"],
    ["Page"],
  ])
  return {
    paging,
    alertId,
    incidentId: alert.incidentId ?? "",
    monitor,
    hear,
    down: () => paging.fail(projectId, monitor),
    up: () => paging.recover(monitor),
    end: () => endFlaps(world.services),
    flap: () => world.services.database.prisma.flap.findUniqueOrThrow({ where: { alertId } }),
    updates: () =>
      world.services.database.prisma.incidentUpdate.findMany({
        where: { incidentId: alert.incidentId ?? "" },
        orderBy: { at: "asc" },
      }),
  }
}

test("a single recovery is announced at once, and nothing else follows", async () => {
  const { up, hear, end, updates } = await makeWatch()
  await up()
  expect(await hear("email")).toEqual(["Recovered"])
  expect(await hear("sms")).toEqual(["Recovered"])
  expect(await end()).toBe(0)
  expect((await updates()).map(({ kind }) => kind)).toEqual(["declared", "resolved"])
})

test("an outage that ends with its monitor is no recovery, also inside a flap", async () => {
  const plain = await makeWatch()
  await deleteMonitor(world.system, plain.monitor.id)
  for (const kind of ["email", "sms", "slack_bot"] as const) {
    expect(await plain.hear(kind)).toEqual(["Monitor deleted"])
  }
  expect((await plain.updates()).at(-1)).toMatchObject({
    kind: "resolved",
    findings: [{ code: "monitor_deleted" }],
  })

  const flapping = await makeWatch()
  await flapping.up()
  await flapping.down()
  expect(await flapping.hear("email")).toEqual(["Down again"])
  await deleteMonitor(world.system, flapping.monitor.id)
  expect(await flapping.hear("email")).toEqual(["Monitor deleted"])
  await flapping.paging.earlier(flapping.alertId, 10 * minute)
  expect(await flapping.end()).toBe(1)
  expect(await flapping.hear("email")).toEqual([])
})

test("a recovery stays one when the monitor is deleted later", async () => {
  const { monitor, up, hear } = await makeWatch()
  await up()
  await deleteMonitor(world.system, monitor.id)
  expect(await hear("email")).toEqual(["Recovered"])
})

test("a relapse is announced at once, and pages once more if it lasts", async () => {
  const { paging, alertId, up, down, hear } = await makeWatch()
  await up()
  await down()
  // The unsent recovery is no longer true.
  expect(await hear("email")).toEqual(["Down again"])
  expect(await hear("slack_bot")).toEqual(["Down again"])
  expect(await paging.runDueSteps()).toBe(0)
  await paging.earlier(alertId, 4 * minute)
  expect(await paging.runDueSteps()).toBe(0)
  await paging.earlier(alertId, minute)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await hear("email")).toEqual(["Second page"])
  expect(await paging.escalation(alertId)).toMatchObject({ state: "exhausted" })
})

test("an acknowledged flap pages nobody until it is over, and its next outages are acknowledged too", async () => {
  const { paging, alertId, incidentId, up, down, hear, flap } = await makeWatch()
  await up()
  await down()
  await hear("email")
  await paging.acknowledge(alertId)
  await paging.sql(
    "update incident set acknowledged_at = now(), acknowledged_by = 'Ada' where id = $1",
    [incidentId],
  )
  for (let outage = 3; outage <= 5; outage += 1) {
    await up()
    await down()
    await paging.earlier(alertId, 16 * minute)
    expect(await paging.runDueSteps()).toBe(0)
  }
  expect(await hear("email")).toEqual([])
  const { prisma } = world.services.database
  const include = { state: true, incident: { include: { state: true } } }
  const alert = await prisma.alert.findUniqueOrThrow({ where: { id: alertId }, include })
  expect([alert.state.name, alert.incident?.state.name]).toEqual(["acknowledged", "acknowledged"])
  expect(alert.acknowledgedAt).not.toBeNull()
  expect(await flap()).toMatchObject({ outages: 5 })
})

test("an acknowledgement before the first relapse does not count for the flap", async () => {
  const { paging, alertId, up, down } = await makeWatch()
  await paging.acknowledge(alertId)
  await up()
  await down()
  await paging.earlier(alertId, 5 * minute)
  expect(await paging.runDueSteps()).toBe(1)
})

test("a flap can be acknowledged while the target is up", async () => {
  const { paging, alertId, incidentId, up, down, end, hear } = await makeWatch()
  await up()
  await expect(paging.acknowledge(alertId)).rejects.toMatchObject({ code: "conflict" })
  await down()
  await up()
  const acknowledged = await paging.acknowledge(alertId)
  expect(acknowledged.acknowledgedBy).not.toBeNull()
  expect(acknowledged.resolvedAt).not.toBeNull()
  await paging.earlier(alertId, 5 * minute)
  expect(await paging.runDueSteps()).toBe(0)
  await down()
  await paging.earlier(alertId, 16 * minute)
  expect(await paging.runDueSteps()).toBe(0)
  const incident = await world.services.database.prisma.incident.findUniqueOrThrow({
    where: { id: incidentId },
    include: { state: true },
  })
  expect(incident.state.name).toBe("acknowledged")
  await up()
  await hear("email")
  await paging.earlier(alertId, 10 * minute)
  expect(await end()).toBe(1)
  expect(await hear("email")).toEqual(["All clear"])
})

test("paging restarts at most every fifteen minutes within a flap", async () => {
  const { paging, alertId, up, down } = await makeWatch()
  await up()
  await down()
  await paging.earlier(alertId, 5 * minute)
  expect(await paging.runDueSteps()).toBe(1)
  await up()
  await down()
  await paging.earlier(alertId, 14 * minute)
  expect(await paging.runDueSteps()).toBe(0)
  await paging.earlier(alertId, minute)
  expect(await paging.runDueSteps()).toBe(1)
})

test("down every second check for half an hour: recovered, down again, and one final all-clear", async () => {
  const { paging, alertId, up, down, hear, end, flap, updates, incidentId } = await makeWatch()
  const mails: string[] = []
  for (let outage = 2; outage <= 15; outage += 1) {
    await up()
    mails.push(...(await hear("email")))
    expect(await end()).toBe(0)
    await down()
    mails.push(...(await hear("email")))
    await paging.earlier(alertId, 2 * minute)
  }
  expect(mails).toEqual(["Recovered", "Down again"])
  // It was not sent until now, and the monitor is down again.
  expect(await hear("sms")).toEqual(["Down again"])
  await up()
  await paging.earlier(alertId, 9 * minute)
  expect(await end()).toBe(0)
  await paging.earlier(alertId, minute)
  expect(await end()).toBe(1)
  expect(await end()).toBe(0)
  expect(await hear("email")).toEqual(["All clear"])
  expect(await hear("sms")).toEqual(["All clear"])
  expect(await flap()).toMatchObject({ outages: 15, dueAt: null })
  const received = await updates()
  expect(received.map(({ kind, outages }) => [kind, outages])).toEqual([
    ["declared", null],
    ["resolved", null],
    ["reopened", 15],
    ["resolved", 15],
  ])
  const { rows } = await paging.sql(
    "select event from delivery where subject_id = $1 and queue = 'event' and event = 'incident.resolved'",
    [incidentId],
  )
  expect(rows).toHaveLength(15)
})

test("there is no all-clear while a failure awaits confirmation or no data arrives", async () => {
  const { paging, alertId, up, down, hear, end, monitor } = await makeWatch()
  const say = (path: string, value: unknown) =>
    paging.sql(
      "update monitor_state set machine = jsonb_set(machine, $2::text[], $3) where monitor_id = $1",
      [monitor.id, path.split("."), JSON.stringify(value)],
    )
  await up()
  await down()
  await up()
  await hear("email")
  await paging.earlier(alertId, 10 * minute)
  for (const path of ["runs.bad.count", "isBlind"]) {
    await say(path, path === "isBlind" ? true : 1)
    await end()
    expect(await hear("email")).toEqual([])
    await say(path, path === "isBlind" ? false : 0)
    await paging.earlier(alertId, 15)
  }
  await end()
  expect(await hear("email")).toEqual(["All clear"])
})

test("two workers and a concurrent check produce one all-clear, or none after a relapse", async () => {
  const { paging, alertId, up, down, hear, end } = await makeWatch()
  for (let round = 0; round < 4; round += 1) {
    await up()
    await down()
    await up()
    await hear("email")
    await paging.earlier(alertId, 10 * minute)
    await Promise.all([end(), end(), ...(round % 2 === 0 ? [] : [down()])])
    const heard = await hear("email")
    expect(round % 2 === 0 ? [["All clear"]] : [["Down again"], []]).toContainEqual(heard)
  }
})

test("after a manual resolution in a flap nothing is announced until the next outage", async () => {
  const { paging, alertId, incidentId, up, down, hear, end } = await makeWatch()
  await up()
  await down()
  await hear("email")
  await resolveIncident(world.system, incidentId)
  expect(await hear("email")).toEqual(["Resolved"])
  await paging.earlier(alertId, 30 * minute)
  expect(await paging.runDueSteps()).toBe(0)
  await up()
  await paging.earlier(alertId, 10 * minute)
  await end()
  expect(await hear("email")).toEqual([])
  await down()
  expect(await hear("email")).toEqual(["Down again"])
})

test("a flap of a muted monitor pages nobody, and starts when the mute ends", async () => {
  const { paging, alertId, monitor, up, down } = await makeWatch()
  await up()
  await down()
  const { mutedUntil } = await muteMonitor(world.system, monitor.id, { durationMinutes: 30 })
  await paging.earlier(alertId, 5 * minute)
  expect(await paging.runDueSteps()).toBe(0)
  expect((await paging.escalation(alertId)).dueAt.getTime()).toBeGreaterThan(Date.now())
  expect(mutedUntil).not.toBeNull()
})

test("the flap window is a setting of the monitor", async () => {
  const { paging, alertId, monitor, up, down, flap } = await makeWatch()
  await paging.sql("update monitor set flap_window_minutes = 30 where id = $1", [monitor.id])
  await up()
  await down()
  await up()
  const { dueAt } = await flap()
  expect((dueAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(29 * 60_000)
  expect((await down()).alert.id).toBe(alertId)
  await up()
  await paging.sql("update monitor set flap_window_minutes = 0 where id = $1", [monitor.id])
  expect((await down()).alert.id).not.toBe(alertId)
})
