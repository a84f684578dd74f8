import fc from "fast-check"
import ical from "ical.js"
import { expect, test } from "vitest"
import { createFeed, type CreatedFeed } from "../../src/graphql/on-call/calendar/create-feed.ts"
import { createOverride } from "../../src/graphql/on-call/rotation/create-override.ts"
import { createRotation } from "../../src/graphql/on-call/rotation/create-rotation.ts"
import { revokeFeed } from "../../src/graphql/on-call/calendar/revoke-feed.ts"
import { updateRotation } from "../../src/graphql/on-call/rotation/update-rotation.ts"
import { removeMember } from "../../src/graphql/workspace/member/remove-member.ts"
import { writeCalendar } from "../../src/pages/on-call-calendar.ts"
import { makeCrew } from "../graphql/on-call/crew.ts"
import { useApi } from "../support/api.ts"
import { ask } from "../support/ask.ts"

const api = useApi()

type Event = {
  uid: string
  summary: string
  description: string
  startsAt: Date
  endsAt: Date
  isWhole: boolean
}

/** Parsed by an independent implementation of the format. */
function read(text: string): { name: string; events: Event[] } {
  const calendar = new ical.Component(ical.parse(text) as unknown[])
  const events = calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ical.Event(component)
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      startsAt: event.startDate.toJSDate(),
      endsAt: event.endDate.toJSDate(),
      isWhole: component.hasProperty("dtstamp"),
    }
  })
  return { name: String(calendar.getFirstPropertyValue("name")), events }
}

/** The link contains the base URL; the server under test listens elsewhere. */
const open = ({ url }: Pick<CreatedFeed, "url">, init: RequestInit = {}) =>
  fetch(`${api.address}${new URL(url).pathname}`, init)

const eventsOf = async (feed: CreatedFeed) => read(await (await open(feed)).text()).events

test("a rotation's calendar contains its shifts, each whole and with a permanent UID", async () => {
  const { projectId, ada, bo, rotation } = await makeCrew(api.world)
  const feed = await createFeed(ada.ctx, { projectId, rotationId: rotation.id })
  const response = await open(feed)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, no-store",
  })
  const text = await response.text()
  const { name, events } = read(text)
  expect(name).toMatch(/^Primary on call · Project /)
  expect(events.length).toBeGreaterThan(205)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
  expect(new Set(events.map(({ summary }) => summary))).toEqual(
    new Set(["Ada on call: Primary", "Bo on call: Primary"]),
  )
  const hours = events.map(({ startsAt, endsAt }) => (+endsAt - +startsAt) / 3_600_000)
  expect(hours.filter((one) => ![23, 24, 25].includes(one))).toEqual([])
  expect(events.every(({ isWhole }) => isWhole)).toBe(true)
  const later = (await eventsOf(feed)).map(({ uid }) => uid)
  expect(later).toEqual(events.map(({ uid }) => uid))
  const own = await createFeed(bo.ctx, { projectId, userId: bo.userId })
  expect(await eventsOf(own)).toEqual(events.filter(({ summary }) => summary.startsWith("Bo")))
  const head = await open(feed, { method: "HEAD" })
  expect([head.status, await head.text()]).toEqual([200, ""])
})

test("an override appears at once and splits the shift around it", async () => {
  const { projectId, ed, rotation } = await makeCrew(api.world)
  const feed = await createFeed(ed.ctx, { projectId, rotationId: rotation.id })
  const before = await eventsOf(feed)
  const next = before.find(({ startsAt }) => startsAt > new Date())
  const startsAt = new Date((next?.startsAt.getTime() ?? 0) + 3_600_000)
  const endsAt = new Date(startsAt.getTime() + 3_600_000)
  await createOverride(ed.ctx, { rotationId: rotation.id, userId: ed.userId, startsAt, endsAt })
  const after = await eventsOf(feed)
  expect(after).toHaveLength(before.length + 2)
  expect(after.find((one) => one.summary.startsWith("Ed"))).toMatchObject({ startsAt, endsAt })
  expect(after.find((one) => one.uid === next?.uid)?.endsAt).toEqual(startsAt)
})

test("a link ends when it is revoked or its creator leaves; an unknown one responds alike", async () => {
  const { projectId, ed, ada, bo, rotation } = await makeCrew(api.world)
  const make = (person: typeof ada) =>
    createFeed(person.ctx, { projectId, rotationId: rotation.id })
  const [byAda, byBo] = [await make(ada), await make(bo)]
  const ofBo = await createFeed(ed.ctx, { projectId, userId: bo.userId })
  await expect(revokeFeed(bo.ctx, byAda.feed.id)).rejects.toMatchObject({
    code: "insufficient_scope",
  })
  await revokeFeed(ada.ctx, byAda.feed.id)
  await removeMember(api.world.system, bo.memberId)
  const unknown = { url: `http://localhost/on-call/${"x".repeat(43)}.ics` }
  const answers = [byAda, byBo, ofBo, unknown].map(async (one) => {
    const response = await open(one)
    return [response.status, await response.text()]
  })
  const gone = [404, "There is no calendar at this URL. Create a new link in the project."]
  expect(await Promise.all(answers)).toEqual([gone, gone, gone, gone])
  expect((await fetch(`${api.address}/on-call/${"x".repeat(42)}.ics`)).status).not.toBe(500)
  expect((await open(byAda, { method: "POST" })).status).toBe(405)
  const stored = await api.world.services.database.prisma.onCallFeed.findUniqueOrThrow({
    where: { id: byAda.feed.id },
  })
  const token = new URL(byAda.url).pathname.slice("/on-call/".length, -".ics".length)
  expect(Buffer.from(stored.tokenHash).toString()).not.toContain(token)
})

test("a viewer creates links to rotations and their own shifts; others' shifts need on_call:write", async () => {
  const { projectId, ada, bo, ed, rotation } = await makeCrew(api.world)
  const source = `mutation ($project: ID!, $rotation: ID, $user: ID) {
    createOnCallFeed(projectId: $project, rotationId: $rotation, userId: $user) {
      url feed { rotation { name } user { name } revokedAt }
    }
  }`
  const make = (person: typeof ada, members: object) =>
    ask(api.world, person.ctx.actor, source, { project: projectId, ...members })
  expect(await make(ada, { user: ada.userId })).toMatchObject({
    data: { createOnCallFeed: { feed: { rotation: null, user: { name: "Ada" } } } },
    errors: [],
  })
  expect((await make(ada, { user: bo.userId })).errors).toMatchObject([
    { code: "insufficient_scope" },
  ])
  expect((await make(ed, { user: bo.userId })).errors).toEqual([])
  expect((await make(ed, { user: bo.userId, rotation: rotation.id })).errors).toMatchObject([
    {
      message: "The input is not valid: #/rotationId or userId must be given, but not both",
    },
  ])
  const foreign = (await makeCrew(api.world)).rotation.id
  expect((await make(ed, { rotation: foreign })).errors).toMatchObject([
    { message: "The input is not valid: #/rotationId must be a rotation of the project" },
  ])
})

test("a link can be read thirty times a minute", async () => {
  const { projectId, ed } = await makeCrew(api.world)
  const feed = await createFeed(ed.ctx, { projectId, userId: ed.userId })
  const statuses: number[] = []
  for (let count = 0; count < 31; count += 1) {
    const response = await open(feed, { method: "HEAD" })
    statuses.push(response.status)
  }
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200))
  expect(statuses[30]).toBe(429)
})

test("names in any script are preserved, in lines of at most 75 octets", async () => {
  const { projectId, ed, ada } = await makeCrew(api.world)
  const name = `${"Später, ähm; \\ 夜勤 🛟 ".repeat(6)}\nende`
  const { id } = await createRotation(ed.ctx, { projectId, name, timeZone: "UTC" })
  const feed = await createFeed(ed.ctx, { projectId, rotationId: id })
  // The rotation has no layers yet; its calendar is valid without events.
  expect(await eventsOf(feed)).toEqual([])
  const startsAt = new Date(Date.now() - 3_600_000)
  const handOver = { unit: "weeks" as const, every: 1, time: "09:00", weekday: 1 }
  const participantIds = [ada.userId]
  const layers = [{ name: "Turns", startsAt, handOver, participantIds }]
  await updateRotation(ed.ctx, { id, layers })
  const text = await (await open(feed)).text()
  expect(read(text).events[0]?.summary).toBe(`Ada on call: ${name}`)
  const lengths = text.split("\r\n").map((line) => Buffer.byteLength(line))
  expect(Math.max(...lengths)).toBeLessThanOrEqual(75)
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
})

test("a reader gets the name of an event back, whatever it contains", () => {
  const hard = fc.constantFrom("\\", ";", ",", "\n", ":", '"', "BEGIN:VEVENT", "夜", "🛟")
  const text = fc
    .array(fc.oneof(fc.string({ unit: "grapheme", maxLength: 20 }), hard), { maxLength: 20 })
    .map((parts) => parts.join(""))
    .filter((one) => !/[^\P{Cc}\n]/u.test(one))
  fc.assert(
    fc.property(text, text, (summary, description) => {
      const at = new Date("2026-11-21T09:30:00Z")
      const event = { uid: "one@watchkeeper", startsAt: at, endsAt: at, summary, description }
      const written = writeCalendar({ name: "All", stampedAt: at, events: [event] })
      const [found] = read(written).events
      expect([found?.summary, found?.description]).toEqual([summary, description])
    }),
    { numRuns: 300 },
  )
})

const once = (component: InstanceType<typeof ical.Component>, name: string) =>
  component.getAllProperties(name).length === 1 ? [] : [`${component.name}: ${name} is not once`]

/** Requirements of RFC 5545 for a published calendar (sections 3.1, 3.6 and 3.7). */
function faultsOf(text: string): string[] {
  const calendar = new ical.Component(ical.parse(text) as unknown[])
  const lines = text.split("\r\n")
  const events = calendar.getAllSubcomponents("vevent")
  const uids = events.map((event) => event.getFirstPropertyValue("uid"))
  return [
    ...lines.filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line)),
    ...(text.endsWith("\r\n") ? [] : ["the last line has no end"]),
    ...["prodid", "version"].flatMap((name) => once(calendar, name)),
    // With METHOD:PUBLISH each event would need an ORGANIZER (RFC 5546, section 3.2.1).
    ...(calendar.hasProperty("method") ? ["a method is named"] : []),
    ...(calendar.getAllSubcomponents().length === 0 ? ["nothing is in it"] : []),
    ...events.flatMap((event) =>
      ["uid", "dtstamp", "dtstart"].flatMap((name) => once(event, name)),
    ),
    ...(new Set(uids).size === uids.length ? [] : ["two events have one uid"]),
  ]
}

const event = (uid: string) => ({
  uid,
  startsAt: new Date("2026-11-21T09:30:00Z"),
  endsAt: new Date("2026-11-21T10:30:00Z"),
  summary: "Ada, on call; \\ 日本語 ".repeat(9),
  description: "A line\nand another",
  url: "https://status.example.com/status/acme#maintenance",
})

test("a calendar is valid, with events and without", async () => {
  const stampedAt = new Date("2026-11-21T08:00:00Z")
  const written = (events: ReturnType<typeof event>[]) =>
    faultsOf(writeCalendar({ name: "Acme", stampedAt, events }))
  expect([written([]), written([event("one"), event("two")])]).toEqual([[], []])
  const { projectId, ada, rotation } = await makeCrew(api.world)
  const feed = await createFeed(ada.ctx, { projectId, rotationId: rotation.id })
  expect(faultsOf(await (await open(feed)).text())).toEqual([])
})
