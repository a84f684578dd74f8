import { expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import {
  isMassFailure,
  mayBecomeMassFailure,
  type FailureCounts,
} from "../../src/graphql/on-call/escalation/rules/mass-failure.ts"
import { newId } from "../../src/platform/id.ts"
import { chatWordsOf } from "../../src/channels/chat-messages.ts"
import { letterOf } from "../../src/channels/mail/mail-layout.ts"
import { callWordsOf } from "../../src/channels/twilio/call-message.ts"
import { smsWordsOf } from "../../src/channels/twilio/sms-message.ts"
import { pushTextOf } from "../../src/channels/web-push/push-text.ts"
import { ask } from "../support/ask.ts"
import { checkOf, offline } from "../support/checks.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const counts = (more: Partial<FailureCounts> = {}): FailureCounts => ({
  checked: 60,
  failed: 41,
  hosts: 60,
  failedHosts: 41,
  hostsSince: 60,
  failedBefore: 0,
  ...more,
})

test("a mass failure is most of at least five monitors, over three hosts, after a quiet hour", () => {
  expect(isMassFailure(counts())).toBe(true)
  expect(isMassFailure(counts({ failed: 30 }))).toBe(true)
  expect(isMassFailure(counts({ failed: 29 }))).toBe(false)
  expect(isMassFailure(counts({ checked: 5, failed: 5, hosts: 3, failedHosts: 3 }))).toBe(true)
  expect(isMassFailure(counts({ checked: 4, failed: 4, hosts: 4, failedHosts: 4 }))).toBe(false)
  expect(isMassFailure(counts({ hosts: 2, failedHosts: 2 }))).toBe(false)
  expect(isMassFailure(counts({ hosts: 11, failedHosts: 5 }))).toBe(false)
  expect(isMassFailure(counts({ failedBefore: 6 }))).toBe(true)
  expect(isMassFailure(counts({ failedBefore: 7 }))).toBe(false)
})

test("a mass failure begins with most hosts that were checked since the first one failed", () => {
  const begun = counts({ failed: 3, failedHosts: 3, hostsSince: 3 })
  expect(mayBecomeMassFailure(begun)).toBe(true)
  expect(mayBecomeMassFailure({ ...begun, hostsSince: 6 })).toBe(true)
  expect(mayBecomeMassFailure({ ...begun, hostsSince: 7 })).toBe(false)
  expect(mayBecomeMassFailure({ ...begun, failedHosts: 2, hostsSince: 2 })).toBe(false)
  expect(mayBecomeMassFailure({ ...begun, failedBefore: 7 })).toBe(false)
  expect(mayBecomeMassFailure({ ...begun, checked: 4 })).toBe(false)
})

type Monitor = { id: string; seq: number }

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)

const record = (monitors: Monitor[], at: Date, isUp = false) =>
  recordChecks(
    world.services,
    monitors.map((monitor) => checkOf(monitor, at, isUp ? {} : { ...offline, address: null })),
  )

/** Monitors that worked a minute ago, each on its own host unless `hostOf` says otherwise. */
async function makeMonitors(count: number, hostOf = (at: number) => `host-${at}.example`) {
  const paging = pagingOf(world)
  const { prisma } = world.services.database
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner", "Ada")
  const rules = [{ delayMinutes: 0, targets: [{ userId: ada.userId }] }]
  await createPolicy(ada.ctx, { projectId, name: "Standard", rules })
  const made = Array.from({ length: count }, (_, at) => ({
    id: newId(),
    projectId,
    name: `Shop ${at}`,
    kind: "tcp" as const,
    host: hostOf(at),
    port: 1,
    updatedAt: new Date(),
  }))
  await prisma.monitor.createMany({ data: made })
  await prisma.monitorState.createMany({ data: made.map(({ id }) => ({ monitorId: id })) })
  const found = await prisma.monitor.findMany({
    where: { projectId },
    select: { id: true, seq: true, name: true },
  })
  const monitors = made.flatMap(({ name }) => found.filter((one) => one.name === name))
  await record(monitors, secondsAgo(70), true)
  /** Fails them twice, and confirms a few at a time, as a prober does. */
  async function fail(failing: Monitor[]) {
    await record(failing, secondsAgo(10))
    for (let from = 0; from < failing.length; from += 10)
      await record(failing.slice(from, from + 10), secondsAgo(0))
  }
  const alerts = () =>
    prisma.alert.findMany({
      where: { projectId },
      include: { escalation: true },
      orderBy: { number: "asc" },
    })
  const leaders = async () =>
    (await alerts()).filter(({ escalation }) => escalation?.state !== "joined")
  const report = (members: {
    provedAt: Date | null
    findings?: { code: string; text: string }[]
  }) =>
    prisma.egressCheck.create({
      data: {
        proberId: newId(),
        anchors: 1,
        reached: 1,
        ipv4: true,
        ipv4ProvedAt: members.provedAt,
        findings: members.findings ?? [],
        at: new Date(),
      },
    })
  return { paging, projectId, ada, rules, monitors, fail, alerts, leaders, report }
}

const leaderOf = async ({ leaders }: Awaited<ReturnType<typeof makeMonitors>>) => {
  const [lead, ...more] = await leaders()
  if (lead === undefined || more.length > 0) throw new Error(`${more.length + 1} alerts lead`)
  return lead
}

async function messageOf(paging: ReturnType<typeof pagingOf>, alertId: string) {
  const { id } = await world.services.database.prisma.delivery.findFirstOrThrow({
    where: { page: { alertId }, event: "alert.created" },
  })
  const message = await paging.read(id)
  if (message === null) throw new Error("the page is sent")
  return message
}

const words = "41 of 60 monitors failed within a minute; check your own network first"
const inGerman =
  "41 von 60 Monitoren sind innerhalb einer Minute ausgefallen; prüfen Sie zuerst Ihr eigenes Netz"

test("41 of 60 monitors that fail within a minute are one page, after a proof, that leads with it", async () => {
  const made = await makeMonitors(60)
  const { paging, fail, monitors, ada } = made
  await fail(monitors.slice(0, 41))
  const lead = await leaderOf(made)
  expect(await made.alerts()).toHaveLength(41)
  await made.report({ provedAt: secondsAgo(60) })
  expect(await paging.runDueSteps()).toBe(0)
  await world.services.database.prisma.egressCheck.deleteMany()
  await made.report({ provedAt: new Date() })
  expect(await paging.runDueSteps()).toBe(1)
  expect(await paging.runDueSteps()).toBe(0)
  expect(await paging.pages(lead.id)).toEqual(["1.1 Ada: account +0"])

  const message = await messageOf(paging, lead.id)
  expect(message.others.listed.length + message.others.rest).toBe(40)
  expect(letterOf(message).subject).toMatch(new RegExp(`^${words}: #1 `))
  expect(letterOf(message).standing).toContain(words)
  expect(smsWordsOf(message)).toMatch(new RegExp(`^${words}: #1 .*: #41 `))
  expect(callWordsOf(message, null)).toContain(words)
  expect(chatWordsOf(message)).toMatchObject({ headline: `🔴 ${words}` })
  expect(chatWordsOf(message).paragraphs[0]).toMatch(/^#1 /)
  expect(pushTextOf(message, "http://localhost").title).toBe(`🔴 ${words}`)
  const german = { ...message, language: "de" as const }
  expect(letterOf(german).subject).toMatch(new RegExp(`^${inGerman}: #1 `))
  expect(smsWordsOf(german)).toMatch(new RegExp(`^${inGerman}: #1 `))
  expect(chatWordsOf(german).headline).toBe(`🔴 ${inGerman}`)

  const last = (await made.alerts()).at(-1)
  const { data } = await ask(
    world,
    ada.ctx.actor,
    `query ($lead: ID!, $last: ID!) {
       lead: alert(id: $lead) { timeline { nodes { title detail } } }
       last: alert(id: $last) { explain { summary } } }`,
    { lead: lead.id, last: last?.id },
  )
  expect(JSON.stringify(data)).toContain(words)
  expect(JSON.stringify(data)).toContain("most monitors failing at once")
  await paging.acknowledge(lead.id)
  expect((await made.alerts()).filter(({ acknowledgedAt }) => acknowledgedAt === null)).toEqual([])
})

test("without a proof, or with a network that is not honest, the page comes at its bound", async () => {
  const made = await makeMonitors(6)
  const { paging, fail, monitors } = made
  await fail(monitors)
  const lead = await leaderOf(made)
  const { dueAt, waitingSince } = await paging.escalation(lead.id)
  expect(dueAt.getTime() - waitingSince.getTime()).toBe(45_000)
  const findings = [{ code: "portal", text: "A portal answers." }]
  await made.report({ provedAt: new Date(), findings })
  await made.report({ provedAt: new Date() })
  expect(await paging.runDueSteps()).toBe(0)
  await paging.earlier(lead.id, 45)
  expect(await paging.runDueSteps()).toBe(1)
  expect((await messageOf(paging, lead.id)).mass).toEqual({ failed: 6, checked: 6, minutes: 1 })
})

test("a strange anchor beside honest ones delays nothing, nor does a rule's own delay become longer", async () => {
  const made = await makeMonitors(5)
  await made.fail(made.monitors)
  await made.report({
    provedAt: new Date(),
    findings: [{ code: "strange", text: "One is wrong." }],
  })
  expect(await made.paging.runDueSteps()).toBe(1)

  const delayed = await makeMonitors(5)
  const { paging } = delayed
  await paging.sql(
    `update escalation_rule set delay_minutes = 3 where policy_id in
       (select id from on_call_policy where project_id = $1)`,
    [delayed.projectId],
  )
  await delayed.fail(delayed.monitors)
  const lead = await leaderOf(delayed)
  expect(lead.escalation).toMatchObject({ mass: { failed: 5 } })
  const { dueAt, waitingSince } = await paging.escalation(lead.id)
  expect(dueAt.getTime() - waitingSince.getTime()).toBe(180_000)
  await delayed.report({ provedAt: new Date() })
  expect(await paging.runDueSteps()).toBe(0)
})

test("each policy pages once", async () => {
  const made = await makeMonitors(8)
  const { paging, projectId, ada, rules, monitors, fail } = made
  const other = await createPolicy(ada.ctx, { projectId, name: "Other", rules })
  await world.services.database.prisma.monitor.updateMany({
    where: { id: { in: monitors.slice(0, 4).map(({ id }) => id) } },
    data: { policyId: other.id },
  })
  await fail(monitors)
  expect(await made.leaders()).toHaveLength(2)
  await made.report({ provedAt: new Date() })
  expect(await paging.runDueSteps()).toBe(2)
})

/** Monitors that go down at their first failed check, and fail one after the other. */
async function makeEager(count: number, hostOf?: (at: number) => string) {
  const made = await makeMonitors(count, hostOf)
  await world.services.database.prisma.monitor.updateMany({
    where: { projectId: made.projectId },
    data: { failureThreshold: 1 },
  })
  const pagedBy = async (monitors: Monitor[], isUp = false) => {
    let pages = 0
    for (const monitor of monitors) {
      await record([monitor], new Date(), isUp)
      pages += await made.paging.runDueSteps()
    }
    return pages
  }
  return { ...made, pagedBy }
}

test("monitors that fail one after the other are one page once three hosts did", async () => {
  const made = await makeEager(10)
  const { monitors, pagedBy, paging } = made
  await made.report({ provedAt: secondsAgo(60) })
  expect(await pagedBy(monitors.slice(0, 2))).toBe(2)
  expect(await pagedBy(monitors.slice(2))).toBe(0)
  const [, , lead, ...more] = await made.leaders()
  expect(more).toEqual([])
  const { dueAt, waitingSince } = await paging.escalation(lead?.id ?? "")
  expect(dueAt.getTime() - waitingSince.getTime()).toBe(45_000)
  await made.report({ provedAt: new Date() })
  await world.services.database.prisma.egressCheck.deleteMany({
    where: { ipv4ProvedAt: { lt: secondsAgo(30) } },
  })
  expect(await paging.runDueSteps()).toBe(1)
  const message = await messageOf(paging, lead?.id ?? "")
  expect(message.mass).toEqual({ failed: 10, checked: 10, minutes: 1 })
  expect(message.others.listed.length + message.others.rest).toBe(7)
})

test("failures that nobody confirmed yet make the first page wait too", async () => {
  const made = await makeEager(10)
  const { monitors, pagedBy, paging } = made
  const [first, ...rest] = monitors
  await world.services.database.prisma.monitor.updateMany({
    where: { id: { in: rest.map(({ id }) => id) } },
    data: { failureThreshold: 2 },
  })
  await record(rest.slice(0, 3), secondsAgo(3))
  expect(await pagedBy(first === undefined ? [] : [first])).toBe(0)
  expect(await pagedBy([...rest, ...rest])).toBe(0)
  await made.report({ provedAt: new Date() })
  expect(await paging.runDueSteps()).toBe(1)
  expect((await leaderOf(made)).escalation).toMatchObject({ mass: { failed: 10 } })
})

test("monitors of one host that wait are one page with the others", async () => {
  const made = await makeEager(12, (at) => `${Math.floor(at / 2)}.example`)
  const { monitors, pagedBy } = made
  expect(await pagedBy(monitors.slice(0, 4))).toBe(2)
  expect(await pagedBy(monitors.slice(4))).toBe(0)
  await made.report({ provedAt: new Date() })
  expect(await made.paging.runDueSteps()).toBe(1)
})

test("a page that waits for a mass failure goes out once other hosts work, or after half a minute", async () => {
  const made = await makeEager(10)
  const { monitors, pagedBy, paging } = made
  expect(await pagedBy(monitors.slice(0, 4))).toBe(2)
  expect(await pagedBy(monitors.slice(4, 8), true)).toBe(0)
  expect(await pagedBy(monitors.slice(8, 9), true)).toBe(2)
  expect((await made.alerts()).map(({ escalation }) => escalation?.mass)).toEqual(
    Array(4).fill(null),
  )

  const silent = await makeEager(10)
  expect(await silent.pagedBy(silent.monitors.slice(0, 3))).toBe(2)
  const third = (await silent.alerts()).at(-1)
  const { dueAt, waitingSince } = await paging.escalation(third?.id ?? "")
  expect(dueAt.getTime() - waitingSince.getTime()).toBe(30_000)
  await paging.earlier(third?.id ?? "", 30)
  expect(await paging.runDueSteps()).toBe(1)
})

test("one host that fails among others that work is paged at once", async () => {
  const made = await makeEager(10)
  await record(made.monitors.slice(1), secondsAgo(0), true)
  expect(await made.pagedBy(made.monitors.slice(0, 1))).toBe(1)
})

const alone: Record<string, () => Promise<Awaited<ReturnType<typeof makeMonitors>>>> = {
  "3 of 60 monitors": async () => {
    const made = await makeMonitors(60)
    await record(made.monitors.slice(3), secondsAgo(5), true)
    await made.fail(made.monitors.slice(0, 3))
    return made
  },
  "all 4 monitors of a small project": async () => {
    const made = await makeMonitors(4)
    await made.fail(made.monitors)
    return made
  },
  "most monitors when the hour before was not quiet": async () => {
    const made = await makeMonitors(10)
    const [first, second, ...rest] = made.monitors
    if (first === undefined || second === undefined) throw new Error("ten were made")
    await made.paging.sql(
      `insert into status_change (id, monitor_id, "from", "to", at, decided_at)
       select gen_random_uuid(), id, 'operational', 'offline', now() - interval '20 minutes', now() - interval '20 minutes'
         from unnest($1::uuid[]) id`,
      [[first.id, second.id]],
    )
    await made.fail(rest)
    return made
  },
  "monitors that never worked": async () => {
    const made = await makeMonitors(6)
    await made.paging.sql(
      `with gone as (delete from status_change where monitor_id = any($1::uuid[]))
       update monitor_state set machine = '{}', status = 'unknown' where monitor_id = any($1::uuid[])`,
      [made.monitors.map(({ id }) => id)],
    )
    await made.fail(made.monitors)
    return made
  },
}

for (const [name, make] of Object.entries(alone)) {
  test(`${name} page each for themselves and at once`, async () => {
    const made = await make()
    const alerts = await made.alerts()
    expect(alerts.length).toBeGreaterThan(2)
    expect(await made.leaders()).toHaveLength(alerts.length)
    expect(await made.paging.runDueSteps()).toBe(alerts.length)
    expect(alerts.filter(({ escalation }) => escalation?.mass !== null)).toEqual([])
  })
}

test("an outage of one host with most monitors is an outage of that host", async () => {
  const made = await makeMonitors(40, (at) => (at < 30 ? "shop.example" : `${at}.example`))
  await record(made.monitors.slice(32), secondsAgo(5), true)
  await made.fail(made.monitors.slice(0, 32))
  const leaders = await made.leaders()
  expect(leaders.map(({ escalation }) => escalation?.mass)).toEqual([null, null, null])
  expect(await made.paging.runDueSteps()).toBe(3)
})
