import { expect, test } from "vitest"
import type { ChannelKind } from "../../prisma/generated/enums.ts"
import { sendDigests } from "../../src/graphql/on-call/contact/page-digest.ts"
import { saveContactRules } from "../../src/graphql/on-call/contact/save-contact.ts"
import {
  planDeliveries,
  type Contact,
  type ContactRules,
  type Urgency,
} from "../../src/graphql/on-call/contact/rules/recipients.ts"
import { newId } from "../../src/platform/id.ts"
import { ask } from "../support/ask.ts"
import { pagingOf } from "../support/paging.ts"
import { makeMember, makePerson } from "../support/people.ts"
import { makeProject, useWorld } from "../support/world.ts"

const world = useWorld()

const contactOf = (kinds: ChannelKind[], rules: Partial<ContactRules> | null = null): Contact => ({
  channels: kinds.map((kind, at) => ({ channelId: `${kind} ${at}`, kind, name: kind })),
  rules: rules && {
    timeZone: "Europe/Berlin",
    quiet: null,
    digestMinute: null,
    methods: { high: [], low: [] },
    ...rules,
  },
})

const tell = (contact: Contact, urgency: Urgency, at = new Date("2026-01-05T12:00:00Z")) => {
  const { deliveries, digestAt } = planDeliveries(contact, urgency, at)
  if (digestAt !== null) return [`digest ${digestAt.toISOString().slice(0, 16)}`]
  return deliveries.map(({ channelId, kind, at: due }) => {
    const minutes = (due.getTime() - at.getTime()) / 60_000
    return `${channelId ?? `account ${kind}`} +${minutes}`
  })
}

test("without contact rules a person gets silent channels at once, then an SMS, then a call", () => {
  const all = contactOf(["voice", "sms", "email", "web_push", "email", "web_push", "sms"])
  expect(tell(all, "high")).toEqual([
    "email 2 +0",
    "web_push 3 +0",
    "web_push 5 +0",
    "sms 1 +1",
    "voice 0 +3",
  ])
  expect(tell(all, "low")).toEqual(["email 2 +0", "web_push 3 +0", "web_push 5 +0"])
  expect(tell(contactOf(["voice", "sms"]), "high")).toEqual(["sms 1 +0", "voice 0 +2"])
  expect(tell(contactOf(["voice", "sms"]), "low")).toEqual(["sms 1 +0"])
  expect(tell(contactOf([]), "high")).toEqual(["account email +0"])
})

test("chosen methods are used as saved; the first usable one is immediate", () => {
  const high = [
    { channelId: "sms 0", delayMinutes: 0 },
    { channelId: "voice 1", delayMinutes: 2 },
  ]
  const chosen = { methods: { high, low: [] } }
  expect(tell(contactOf(["sms", "voice", "email"], chosen), "high")).toEqual([
    "sms 0 +0",
    "voice 1 +2",
  ])
  expect(tell(contactOf(["email", "voice"], chosen), "high")).toEqual(["voice 1 +0"])
  expect(tell(contactOf(["email"], chosen), "high")).toEqual(["email 0 +0"])
  expect(tell(contactOf(["email"], chosen), "low")).toEqual(["email 0 +0"])
})

test("quiet hours delay only low urgency, over midnight and clock changes", () => {
  const night = contactOf(["email"], { quiet: { fromMinute: 22 * 60, untilMinute: 7 * 60 } })
  const ends = (at: string) => {
    const [first] = planDeliveries(night, "low", new Date(at)).deliveries
    return first?.at.toISOString().slice(0, 16)
  }
  expect(ends("2026-01-05T20:59:00Z")).toBe("2026-01-05T20:59")
  expect(ends("2026-01-05T21:00:00Z")).toBe("2026-01-06T06:00")
  expect(ends("2026-01-06T05:59:00Z")).toBe("2026-01-06T06:00")
  expect(ends("2026-01-06T06:00:00Z")).toBe("2026-01-06T06:00")
  // Berlin's clocks go from 02:00 to 03:00 on March 29 and back on October 25.
  expect(ends("2026-03-28T22:00:00Z")).toBe("2026-03-29T05:00")
  expect(ends("2026-10-24T22:00:00Z")).toBe("2026-10-25T06:00")
  expect(tell(night, "high", new Date("2026-01-05T23:00:00Z"))).toEqual(["email 0 +0"])
  const noon = contactOf(["email"], { quiet: { fromMinute: 12 * 60, untilMinute: 13 * 60 } })
  expect(tell(noon, "low", new Date("2026-01-05T11:30:00Z"))).toEqual(["email 0 +30"])
  expect(tell(noon, "low", new Date("2026-01-05T12:00:00Z"))).toEqual(["email 0 +0"])
})

test("a digest is due at the next occurrence of its local time", () => {
  const digest = contactOf(["email"], { digestMinute: 8 * 60 })
  const at = (text: string) => tell(digest, "low", new Date(text))
  expect(at("2026-01-05T06:59:00Z")).toEqual(["digest 2026-01-05T07:00"])
  expect(at("2026-01-05T07:00:00Z")).toEqual(["digest 2026-01-06T07:00"])
  expect(at("2026-03-28T12:00:00Z")).toEqual(["digest 2026-03-29T06:00"])
  expect(tell(digest, "high")).toEqual(["email 0 +0"])
})

test("rules belong to a person, name their own channels, and replace the previous rules", async () => {
  const ada = await makePerson(world)
  const bo = await makePerson(world)
  const paging = pagingOf(world)
  const mail = await paging.channel({ userId: ada.userId }, "email")
  const save = `mutation ($high: [ContactMethodInput!]) {
    saveContactRules(timeZone: "europe/berlin", quietHours: { from: "22:00", until: "07:00" }, high: $high) {
      timeZone quietFrom quietUntil digestAt methods { urgency delayMinutes channel { kind } } } }`
  const high = [{ channelId: mail, delayMinutes: 5 }]
  expect((await ask(world, ada.ctx.actor, save, { high })).data).toMatchObject({
    saveContactRules: {
      timeZone: "Europe/Berlin",
      quietFrom: "22:00",
      quietUntil: "07:00",
      digestAt: null,
      methods: [{ urgency: "HIGH", delayMinutes: 5, channel: { kind: "EMAIL" } }],
    },
  })
  const saved = saveContactRules(bo.ctx, { timeZone: "UTC", low: high })
  await expect(saved).rejects.toMatchObject({ issues: [{ pointer: "#/low/0/channelId" }] })
  await expect(saveContactRules(world.system, { timeZone: "UTC" })).rejects.toMatchObject({
    code: "unauthorized",
  })
  expect((await ask(world, bo.ctx.actor, "{ contactRules { timeZone } }")).data).toEqual({
    contactRules: null,
  })
  expect((await ask(world, ada.ctx.actor, "mutation { resetContactRules }")).data).toEqual({
    resetContactRules: true,
  })
  expect((await ask(world, ada.ctx.actor, "{ contactRules { timeZone } }")).data).toEqual({
    contactRules: null,
  })
})

test("collected pages are sent once, together, by one worker", async () => {
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner")
  const paging = pagingOf(world)
  const mail = await paging.channel({ userId: ada.userId }, "email")
  await saveContactRules(ada.ctx, { timeZone: "UTC", digestAt: "08:00" })
  for (let at = 0; at < 2; at += 1) {
    const { alert } = await paging.fail(projectId, undefined, { status: "degraded" })
    await paging.runDueSteps()
    expect(await paging.pages(alert.id)).toEqual(["1.0 owner Ada: no way"])
    expect(await paging.escalation(alert.id)).toMatchObject({ state: "exhausted" })
  }
  expect(await sendDigests(world.services)).toBe(0)
  await paging.sql(
    "update page set digest_at = date_trunc('milliseconds', now()) where digest_at is not null",
  )
  const counts = await Promise.all([sendDigests(world.services), sendDigests(world.services)])
  expect(counts.toSorted()).toEqual([0, 1])
  const digests = await world.services.database.prisma.delivery.findMany({
    where: { subjectId: ada.userId },
  })
  expect(digests).toMatchObject([
    {
      queue: "notice",
      channelId: mail,
      payload: {
        subject: "2 low-urgency alerts",
        paragraphs: [expect.stringContaining("#1: "), expect.stringContaining("#2: ")],
      },
    },
  ])
})

test("a person who left a project gets no digest of it", async () => {
  const { id: projectId } = await makeProject(world)
  const { id: otherId } = await makeProject(world)
  await makeMember(world, projectId, "owner")
  const ada = await makeMember(world, projectId, "admin")
  const { prisma } = world.services.database
  const { userId } = ada
  const paging = pagingOf(world)
  await saveContactRules(ada.ctx, { timeZone: "UTC", digestAt: "08:00" })
  const collect = async (id: string) => {
    await paging.fail(id, undefined, { status: "degraded" })
    await paging.runDueSteps()
  }
  await collect(projectId)
  await prisma.member.deleteMany({ where: { projectId, userId } })
  await paging.sql(
    "update page set digest_at = date_trunc('milliseconds', now()) where user_id = $1",
    [userId],
  )
  await sendDigests(world.services)
  const deliveries = () => prisma.delivery.findMany({ where: { subjectId: userId } })
  expect(await deliveries()).toEqual([])
  await prisma.member.create({
    data: { id: newId(), projectId: otherId, userId, role: "admin" },
  })
  await collect(otherId)
  await paging.sql(
    "update page set digest_at = date_trunc('milliseconds', now()) where user_id = $1",
    [userId],
  )
  await sendDigests(world.services)
  expect(await deliveries()).toMatchObject([{ payload: { subject: "1 low-urgency alert" } }])
})

test("a page stored after its digest was sent is sent separately", async () => {
  const { id: projectId } = await makeProject(world)
  const ada = await makeMember(world, projectId, "owner")
  const paging = pagingOf(world)
  await saveContactRules(ada.ctx, { timeZone: "UTC", digestAt: "08:00" })
  const due = new Date(Date.now() - 60_000)
  for (let at = 0; at < 2; at += 1) {
    const { alert } = await paging.fail(projectId, undefined, { status: "degraded" })
    await paging.runDueSteps()
    await paging.sql("update page set digest_at = $2 where alert_id = $1", [alert.id, due])
    await sendDigests(world.services)
  }
  const where = { subjectId: ada.userId }
  expect(await world.services.database.prisma.delivery.count({ where })).toBe(2)
})
