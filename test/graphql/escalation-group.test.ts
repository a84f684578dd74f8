import { say } from "../../src/findings/say.ts"
import { expect, test } from "vitest"
import { asWritten } from "../../src/findings/finding.ts"
import { chatWordsOf } from "../../src/channels/chat-messages.ts"
import { discordMessageOf } from "../../src/channels/discord/discord-message.ts"
import type { PageMessage } from "../../src/channels/message.ts"
import { letterOf } from "../../src/channels/mail/mail-layout.ts"
import { slackMessageOf } from "../../src/channels/slack/slack-blocks.ts"
import { callWordsOf } from "../../src/channels/twilio/call-message.ts"
import { segmentsOf } from "../../src/channels/twilio/gsm.ts"
import { smsWordsOf } from "../../src/channels/twilio/sms-message.ts"
import { pushTextOf } from "../../src/channels/web-push/push-text.ts"
import { findReplied } from "../../src/graphql/incidents/alert/find-replied.ts"
import { hashAddress } from "../../src/graphql/delivery/channel/channel-config.ts"
import { lockJoined } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import {
  causesOf,
  leadersOf,
  type Member,
  type Origin,
} from "../../src/graphql/on-call/escalation/rules/group-alerts.ts"
import { muteMonitor } from "../../src/graphql/monitoring/monitor/silence/mute-monitor.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { transact } from "../../src/graphql/kernel/transaction.ts"
import { ask } from "../support/ask.ts"
import { checkOf, offline } from "../support/checks.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { soon } from "../support/soon.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const nowhere: Origin = {
  monitorId: null,
  parentId: null,
  host: null,
  address: null,
  certificate: null,
  resolver: null,
  failureClass: null,
}

test("causes are what failures share; certificates and resolvers only if they failed", () => {
  const origin = {
    monitorId: "m",
    parentId: "p",
    host: "Shop.example",
    address: "192.0.2.1",
    certificate: "ab12",
    resolver: "192.0.2.53",
    failureClass: "http_status",
  }
  const always = ["host:shop.example", "address:192.0.2.1", "parent:p", "parent:m"]
  expect(causesOf(origin)).toEqual(always)
  const of = (failureClass: string) =>
    causesOf({ ...origin, failureClass }).filter((cause) => !always.includes(cause))
  expect(of("tls")).toEqual(["certificate:ab12"])
  expect(of("dns_missing")).toEqual(["resolver:192.0.2.53"])
  expect(of("dns_temporary")).toEqual(["resolver:192.0.2.53", "class:dns_temporary"])
  expect(of("no_route")).toEqual(["class:no_route"])
  expect(causesOf(nowhere)).toEqual([])
})

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute))
const member = (alertId: string, more: Partial<Member> = {}): Member => ({
  alertId,
  projectId: "project",
  policyId: "policy",
  urgency: "high",
  causes: ["host:a"],
  raisedAt: at(0),
  ...more,
})
const led = (newcomers: Member[], leaders: Member[] = []) =>
  Object.fromEntries(leadersOf(newcomers, leaders))

test("the leader is the oldest recent alert with a shared cause, the same policy and at least the same urgency", () => {
  const lead = member("lead")
  expect(led([member("b", { raisedAt: at(5) })], [lead])).toEqual({ b: "lead" })
  expect(led([member("b", { raisedAt: at(6) })], [lead])).toEqual({})
  expect(led([member("b", { causes: ["host:b"] })], [lead])).toEqual({})
  expect(led([member("b", { causes: [] })], [member("lead", { causes: [] })])).toEqual({})
  expect(led([member("b", { projectId: "other" })], [lead])).toEqual({})
  expect(led([member("b", { policyId: null })], [lead])).toEqual({})
  expect(led([member("b", { urgency: "low" })], [lead])).toEqual({ b: "lead" })
  expect(led([member("b")], [member("lead", { urgency: "low" })])).toEqual({})
  // An alert that shares a cause with one that already follows a leader has its own page.
  expect(
    led([
      member("a", { causes: ["host:a"] }),
      member("b", { causes: ["host:a", "address:1"] }),
      member("c", { causes: ["address:1"] }),
      member("d", { causes: ["address:1", "host:a"] }),
    ]),
  ).toEqual({ b: "a", d: "a" })
})

async function makeStorm() {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const bo = await makeMember(world, projectId, "viewer", "Bo")
  await createPolicy(ada.ctx, {
    projectId,
    name: "Standard",
    rules: [
      { delayMinutes: 0, targets: [{ userId: ada.userId }] },
      { delayMinutes: 10, targets: [{ userId: bo.userId }] },
    ],
  })
  await paging.channel({ userId: ada.userId }, "web_push")
  const monitors = []
  for (let at = 0; at < 3; at += 1) monitors.push(await paging.monitor(projectId, "shop.example"))
  const alerts = []
  for (const monitor of monitors) alerts.push((await paging.fail(projectId, monitor)).alert)
  const [first, second, third] = alerts
  const [one, two, three] = monitors
  if (!first || !second || !third || !one || !two || !three) throw new Error("three were made")
  return {
    paging,
    projectId,
    ada,
    alerts: [first, second, third],
    monitors: [one, two, three],
  } as const
}

const stateOf = async (id: string) => {
  const { state, acknowledgedBy, resolvedAt } =
    await world.services.database.prisma.alert.findUniqueOrThrow({
      where: { id },
      include: { state: { select: { name: true } } },
    })
  return { state: state.name, by: acknowledgedBy, isResolved: resolvedAt !== null }
}

test("alerts with one cause share a page that lists them, and are acknowledged with it", async () => {
  const { paging, ada, alerts } = await makeStorm()
  const [first, second, third] = alerts
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(first.id)).toEqual(["1.1 Ada: web_push +0"])
  expect(await paging.pages(second.id)).toEqual([])
  expect(await paging.says(first.id)).toBe("#3 triggered +#1 +#2")
  const { data } = await ask(
    world,
    ada.ctx.actor,
    `query ($id: ID!) { alert(id: $id) { explain { summary } escalation {
      state lead { number } joined { number } } } }`,
    { id: second.id },
  )
  expect(data).toMatchObject({
    alert: {
      explain: {
        summary: expect.stringMatching(
          /Alert #1 pages for it: both have to do with host shop\.example\.$/,
        ),
      },
      escalation: { state: "JOINED", lead: { number: 1 }, joined: [] },
    },
  })
  await paging.bringForward(first.id)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(first.id)).toHaveLength(2)
  await paging.acknowledge(first.id)
  for (const { id } of [first, second, third]) {
    expect(await stateOf(id)).toMatchObject({ state: "acknowledged" })
    expect(await paging.escalation(id)).toMatchObject({ state: "ended" })
  }
  expect(await paging.says(first.id)).toBe(null)
})

test("every channel names each alert that a page stands for, the newest first", async () => {
  const { paging, alerts } = await makeStorm()
  await paging.runDueSteps()
  const [{ id: alertId }] = alerts
  const { id } = await world.services.database.prisma.delivery.findFirstOrThrow({
    where: { page: { alertId }, event: "alert.created" },
  })
  const message = await paging.read(id)
  if (message === null) throw new Error("the page is sent")
  const [first = "", second = ""] = message.others.listed.map(({ title }) => say([title]))
  const said = `#2 ${second}, #1 ${first}`
  expect(callWordsOf(message, null)).toContain(
    `Alert number 3, high urgency. ${say([message.title])}, in project ${message.projectName}. And 2 more with the same cause. ${said}.`,
  )
  expect(letterOf(message).list?.lines).toEqual([`#1 ${first}`, `#2 ${second}`])
  for (const text of [
    chatWordsOf(message).paragraphs.join(),
    pushTextOf(message, "http://localhost").body,
    JSON.stringify(slackMessageOf(message, { isApp: true })),
    JSON.stringify(discordMessageOf(message, { isApp: true })),
  ]) {
    expect(text).toContain(first)
    expect(text).toContain(second)
  }
  const title = "A monitor with quite a long name in production is down"
  const listed = Array.from({ length: 10 }, (_, at) => ({
    number: at + 2,
    title: asWritten(title),
  }))
  const storm = { ...message, others: { listed, rest: 30 } }
  expect(segmentsOf(smsWordsOf(storm))).toBeLessThanOrEqual(4)
  expect(smsWordsOf(storm)).toMatch(/\(\+40 with the same cause: #11 .*\nReply ACK 1 /s)
  expect(callWordsOf(storm, "http://localhost/").length).toBeLessThan(4000)
})

/** What each channel says first. */
const headlinesOf = (message: PageMessage) => {
  const { subject, headline } = letterOf(message)
  const slack = slackMessageOf(message, { isApp: true }).blocks[0]
  return [
    subject,
    headline,
    smsWordsOf(message),
    chatWordsOf(message).headline,
    pushTextOf(message, "http://localhost").title,
    discordMessageOf(message, { isApp: true }).embeds[0]?.title ?? "",
    JSON.stringify(slack),
  ]
}

test("a group's message names its newest alert first, on every channel; other messages name their own", async () => {
  const { paging, projectId, ada, alerts, monitors } = await makeStorm()
  const names = ["Shop", "API", "Mail"]
  const { prisma } = world.services.database
  for (const [at, { id }] of alerts.entries()) {
    await prisma.alert.update({
      where: { id },
      data: {
        titleFinding: { code: "monitor_offline", parameters: { monitor: names[at] } },
        findings: [asWritten(`${names[at]} refused.`)],
      },
    })
  }
  await prisma.incident.updateMany({ where: { projectId }, data: { isTitleChosen: false } })
  await paging.channel({ userId: ada.userId }, "slack_bot")
  const saysFirst = async (id: string, said: { english: string; german: string }) => {
    const message = await paging.read(id)
    if (message === null) throw new Error("the message is sent")
    for (const text of headlinesOf(message)) expect(plain(text)).toContain(said.english)
    const german = { ...message, language: "de" } as const
    for (const text of headlinesOf(german)) expect(plain(text)).toContain(said.german)
  }
  await paging.runDueSteps()
  await paging.deliver(alerts[0].id)
  const page = await prisma.delivery.findFirstOrThrow({
    where: { page: { alertId: alerts[0].id }, event: "alert.created" },
  })
  await saysFirst(page.id, {
    english: "#3 Mail is down (+2 with the same cause: #2 API, #1 Shop)",
    german: "#3 Mail ist ausgefallen (+2 mit gleicher Ursache: #2 API, #1 Shop)",
  })
  expect(await paging.read(page.id)).toMatchObject({
    leadNumber: 1,
    description: [asWritten("Mail refused.")],
  })
  const late = await paging.monitor(projectId, "shop.example")
  const { alert } = await paging.fail(projectId, late)
  await prisma.alert.update({
    where: { id: alert.id },
    data: { titleFinding: { code: "monitor_offline", parameters: { monitor: "Web" } } },
  })
  await prisma.incident.updateMany({ where: { projectId }, data: { isTitleChosen: false } })
  const joined = await prisma.delivery.findFirstOrThrow({
    where: { subjectId: alerts[0].id, event: "alert.joined" },
  })
  await saysFirst(joined.id, {
    english: "#4 Web is down (+3 with the same cause: #3 Mail, #2 API, #1 Shop)",
    german: "#4 Web ist ausgefallen (+3 mit gleicher Ursache: #3 Mail, #2 API, #1 Shop)",
  })
  await paging.recover(late)
  await paging.recover(monitors[2])
  await paging.recover(monitors[1])
  const alone = await paging.read(page.id)
  if (alone === null) throw new Error("the page is sent")
  for (const text of headlinesOf(alone)) {
    expect(plain(text)).toContain("#1 Shop is down")
    expect(text).not.toContain("same cause")
  }
  await paging.recover(monitors[0])
  const resolved = await prisma.delivery.findFirstOrThrow({
    where: { subjectId: alerts[0].id, event: "alert.resolved" },
  })
  for (const text of headlinesOf((await paging.read(resolved.id)) ?? alone)) {
    expect(plain(text)).toContain("#1 Shop")
    expect(plain(text)).not.toContain("is down")
  }
})

/** Without the isolates around names, and without the backslashes of Markdown. */
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069\\]/g, "")

test("a text message may acknowledge a group by the number of any of its alerts", async () => {
  const { paging, ada, alerts } = await makeStorm()
  const { prisma } = world.services.database
  const phone = "+4915112345678"
  const id = await paging.channel({ userId: ada.userId }, "sms")
  const addressHash = hashAddress("sms", phone)
  await prisma.channel.update({ where: { id }, data: { addressHash } })
  await paging.runDueSteps()
  await prisma.delivery.updateMany({ where: { channelId: id }, data: { attemptCount: 1 } })
  for (const number of [1, 2, 3]) {
    const found = await findReplied(world.services, phone, number)
    expect(found.map(({ alert }) => alert.id)).toEqual([alerts[0].id])
  }
  expect(await findReplied(world.services, phone, 4)).toEqual([])
})

test("editable messages list joined alerts, once per interval; others name them when the group closes", async () => {
  const { paging, projectId, ada, alerts } = await makeStorm()
  await paging.channel({ userId: ada.userId }, "slack_bot")
  const [lead] = alerts
  await paging.runDueSteps()
  await paging.deliver(lead.id)
  expect(await paging.news(lead.id)).toEqual([])
  const late = [
    await paging.monitor(projectId, "shop.example"),
    await paging.monitor(projectId, "shop.example"),
  ]
  const seen = { ...offline, address: null }
  await recordChecks(
    world.services,
    late.map((monitor) => checkOf(monitor, new Date(), seen)),
  )
  const another = await paging.monitor(projectId, "shop.example")
  await paging.fail(projectId, another)
  await paging.recover(another)
  expect(new Set(await paging.news(lead.id))).toEqual(
    new Set(["alert.joined page slack_bot", "alert.joined page web_push"]),
  )
  const { prisma } = world.services.database
  const closing = await prisma.delivery.findMany({
    where: { subjectId: lead.id, event: "alert.joined", target: { startsWith: "web_push" } },
  })
  expect(closing).toHaveLength(1)
  const opened = (await prisma.alert.findUniqueOrThrow({ where: { id: lead.id } })).createdAt
  expect(
    closing.map(({ dueAt }) => Math.round((dueAt.getTime() - opened.getTime()) / 1000)),
  ).toEqual([300])
  const { id, dueAt, createdAt } = await prisma.delivery.findFirstOrThrow({
    where: { subjectId: lead.id, event: "alert.joined", target: { startsWith: "slack" } },
  })
  expect(dueAt.getTime() - createdAt.getTime()).toBeLessThan(4000)
  const message = await paging.read(id)
  expect(message?.state).toBe("triggered")
  expect(message?.number).toBe(5)
  expect(message?.others.listed.map(({ number }) => number)).toEqual([1, 2, 3, 4])
})

test("acknowledging the leader and recovery of the others do not deadlock", async () => {
  const { paging, alerts, monitors } = await makeStorm()
  await paging.runDueSteps()
  await Promise.all([
    paging.acknowledge(alerts[0].id),
    paging.recover(monitors[2]),
    paging.recover(monitors[1]),
  ])
  for (const { id } of alerts) expect(await paging.escalation(id)).toMatchObject({ state: "ended" })
  expect(await stateOf(alerts[1].id)).toMatchObject({ isResolved: true })
})

test("an acknowledgement in progress and recovery of the whole group do not deadlock", async () => {
  const { alerts, monitors, paging } = await makeStorm()
  const well = monitors.toReversed().map((monitor) => checkOf(monitor, new Date()))
  const { recovered } = await transact(world.services, async (tx) => {
    await tx.db.alert.update({ where: { id: alerts[0].id }, data: { acknowledgedAt: new Date() } })
    const recovered = recordChecks(world.services, well)
    await soon(async () => {
      const { rows } = await paging.sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      return rows.length
    }).toBe(1)
    await lockJoined(tx, [alerts[0].id])
    return { recovered }
  })
  await recovered
  for (const { id } of alerts) expect(await stateOf(id)).toMatchObject({ isResolved: true })
})

test("when the leader is over, the next alert takes over without paging anybody again", async () => {
  const { paging, alerts, monitors } = await makeStorm()
  const [first, second, third] = alerts
  await paging.runDueSteps()
  await paging.deliver(first.id)
  await paging.recover(monitors[0])
  expect(await stateOf(second.id)).toMatchObject({ state: "triggered" })
  expect(await paging.runDueSteps()).toBe(0)
  expect(await paging.news(first.id)).toEqual(["alert.resolved page web_push"])
  expect(await paging.says(first.id)).toBe("#3 triggered +#2")
  await paging.bringForward(second.id)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(second.id)).toEqual(["1.2 Bo: account +0"])
  expect(await paging.escalation(second.id)).toMatchObject({ state: "exhausted" })
  // The pages of the first alert now mention the second.
  await paging.acknowledge(first.id)
  expect(await stateOf(second.id)).toMatchObject({ state: "acknowledged" })
  expect(await stateOf(third.id)).toMatchObject({ state: "acknowledged" })
  expect(await paging.news(second.id)).toEqual(["alert.acknowledged page web_push"])
  expect(await paging.pages(second.id)).toEqual(["1.2 Bo: account +0 cancelled"])
})

async function makeLateStorm() {
  const paging = pagingOf(world)
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const rules = [{ delayMinutes: 0, targets: [{ userId: ada.userId }] }]
  await createPolicy(ada.ctx, { projectId, name: "Ada alone", rules })
  const { monitor, alert } = await paging.fail(projectId, await paging.monitor(projectId, "a.test"))
  await paging.runDueSteps()
  await paging.deliver(alert.id)
  expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
  const failLater = async () =>
    (await paging.fail(projectId, await paging.monitor(projectId, "a.test"))).alert
  return { paging, first: { monitor, alert }, failLater }
}

test("alerts that join after the last rule are paged once more, together, when the group closes", async () => {
  const { paging, first, failLater } = await makeLateStorm()
  const late = [await failLater(), await failLater()]
  expect(await paging.runDueSteps()).toBe(0)
  for (const { id } of late) {
    expect(await paging.escalation(id)).toMatchObject({ state: "joined", leadId: first.alert.id })
  }
  const { state, dueAt } = await paging.escalation(first.alert.id)
  expect({ state, waitMs: dueAt.getTime() - first.alert.createdAt.getTime() }).toEqual({
    state: "active",
    waitMs: 300_000,
  })
  await paging.bringForward(first.alert.id)
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(first.alert.id)).toEqual([
    "1.1 Ada: account +0 delivered",
    "2.1 Ada: account +0",
  ])
  expect(await paging.says(first.alert.id)).toBe("#3 triggered +#1 +#2")
  expect(await paging.escalation(first.alert.id)).toMatchObject({ state: "exhausted" })
})

test("a late joiner is paged although the leader is over, unless somebody acknowledged", async () => {
  const recovered = await makeLateStorm()
  const next = await recovered.failLater()
  await recovered.paging.recover(recovered.first.monitor)
  expect(await recovered.paging.escalation(next.id)).toMatchObject({ state: "active" })
  await recovered.paging.bringForward(next.id)
  expect(await recovered.paging.runDueSteps()).toBe(1)
  expect(await recovered.paging.pages(next.id)).toEqual(["2.1 Ada: account +0"])

  const taken = await makeLateStorm()
  const late = await taken.failLater()
  await taken.paging.acknowledge(taken.first.alert.id)
  expect(await stateOf(late.id)).toMatchObject({ state: "acknowledged" })
  await taken.paging.bringForward(taken.first.alert.id)
  expect(await taken.paging.runDueSteps()).toBe(0)
  const own = await taken.failLater()
  expect(await taken.paging.escalation(own.id)).toMatchObject({ state: "active", leadId: null })
})

test("an alert long after the first has its own page", async () => {
  const { paging, first, failLater } = await makeLateStorm()
  await paging.sql(
    "update alert set created_at = created_at - interval '5 minutes' where id = $1",
    [first.alert.id],
  )
  const own = await failLater()
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(own.id)).toEqual(["1.1 Ada: account +0"])
  expect(await paging.escalation(first.alert.id)).toMatchObject({ state: "exhausted" })
})

test("alerts that begin and end at the same time page nobody", async () => {
  const { paging, alerts, monitors } = await makeStorm()
  await paging.runDueSteps()
  await recordChecks(
    world.services,
    monitors.map((monitor) => checkOf(monitor, new Date())),
  )
  for (const { id } of alerts) expect(await paging.escalation(id)).toMatchObject({ state: "ended" })
  expect(await paging.pages(alerts[0].id)).toEqual(["1.1 Ada: web_push +0 cancelled"])
  // The first alert was paged to nobody, so it is announced now, together with the others.
  await recordChecks(
    world.services,
    monitors.map((monitor) => checkOf(monitor, new Date(), { ...offline, address: null })),
  )
  expect(await paging.runDueSteps()).toBe(0)
  expect(await paging.pages(alerts[0].id)).toEqual([
    expect.stringMatching(/^1\.1 Ada: web_push \+\d+$/),
  ])
  expect(await paging.says(alerts[0].id)).toBe("#3 triggered +#1 +#2")
})

test("a muted alert leaves its group, and the next one pages for the rest", async () => {
  const { paging, alerts, monitors } = await makeStorm()
  await muteMonitor(world.system, monitors[0].id, { durationMinutes: 30 })
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.pages(alerts[0].id)).toEqual([])
  expect(await paging.pages(alerts[1].id)).toEqual(["1.1 Ada: web_push +0"])
  expect(await paging.says(alerts[1].id)).toBe("#3 triggered +#2")
  await muteMonitor(world.system, monitors[2].id, { durationMinutes: 30 })
  expect(await paging.says(alerts[1].id)).toBe("#2 triggered")
  expect(await paging.escalation(alerts[2].id)).toMatchObject({ state: "active", leadId: null })
})
