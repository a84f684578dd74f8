import { beforeEach, expect, test } from "vitest"
import type { Outcome } from "../../../src/notify/channels/channel.ts"
import { arrived, lanesOf, refused, startProviders } from "../../support/lane.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const lanes = lanesOf(world)

beforeEach(() => lanes.sql("delete from delivery"))

const readChannel = (id: string) =>
  world.services.database.prisma.channel.findUniqueOrThrow({ where: { id } })

test("a provider that fails is asked again on the lane's schedule, and its owner sees why", async () => {
  const { id: projectId } = await makeProject(world)
  const channel = await lanes.makeChannel(projectId, "email")
  const id = await lanes.owe(projectId, channel)
  const { channels } = startProviders({ email: () => refused() })
  expect(await lanes.sendDue("notice", channels)).toEqual([true])
  const seconds = await lanes.dueIn(id)
  expect(seconds).toBeGreaterThan(29)
  expect(seconds).toBeLessThanOrEqual(33)
  expect(await lanes.read(id)).toMatchObject({
    state: "pending",
    lastError: "The provider answered 503.",
    attempts: [{ outcome: "rejected", responseStatus: 503, error: "The provider answered 503." }],
  })
  expect(await readChannel(channel.id)).toMatchObject({
    lastDeliveredAt: null,
    lastError: "The provider answered 503.",
  })
  expect(await lanes.claim("notice")).toEqual([])
})

test("a provider that asks for time gets it", async () => {
  const { id: projectId } = await makeProject(world)
  const id = await lanes.owe(projectId, await lanes.makeChannel(projectId, "sms"), { lane: "page" })
  const { channels } = startProviders({ sms: () => refused(120) })
  await lanes.sendDue("page", channels)
  expect(await lanes.dueIn(id)).toBeGreaterThan(118)
})

test("a provider that never answers is left after the deadline and asked again", async () => {
  const { id: projectId } = await makeProject(world)
  const id = await lanes.owe(projectId, await lanes.makeChannel(projectId, "sms"), { lane: "page" })
  const { channels } = startProviders({ sms: () => new Promise<Outcome>(() => undefined) })
  await lanes.sendDue("page", channels, { deadlineMs: 20 })
  expect(await lanes.read(id)).toMatchObject({
    state: "pending",
    attempts: [{ outcome: "timed_out", error: "No answer came within 0.02 s." }],
  })
})

test("a sender that throws is a fault of ours: it is tried again", async () => {
  const { id: projectId } = await makeProject(world)
  const id = await lanes.owe(projectId, await lanes.makeChannel(projectId, "sms"))
  const services = { ...world.services, log: { ...world.services.log, error: () => undefined } }
  const { channels } = startProviders({
    sms: () => {
      throw new Error("a bug")
    },
  })
  await lanes.sendDue("notice", channels, { services })
  expect(await lanes.read(id)).toMatchObject({
    state: "pending",
    attempts: [{ outcome: "failed", error: "A fault of this installation; its log tells more." }],
  })
})

test("a round of attempts that all fail ends the delivery", async () => {
  const { id: projectId } = await makeProject(world)
  const id = await lanes.owe(projectId, await lanes.makeChannel(projectId, "sms"), { lane: "page" })
  const { channels, got } = startProviders({ sms: () => refused() })
  for (let count = 0; count < 12; count += 1) {
    await lanes.bringForward()
    await lanes.sendDue("page", channels)
  }
  expect(got).toHaveLength(10)
  expect(await lanes.read(id)).toMatchObject({ state: "dead", settledAt: expect.any(Date) })
})

const switchedOff = { enabled: false }
const unverified = { verifiedAt: null }

test("nothing is sent over a channel that is switched off, unverified or gone", async () => {
  const { id: projectId } = await makeProject(world)
  const { channels, got } = startProviders({ email: () => arrived() })
  const ids = [
    await lanes.owe(projectId, await lanes.makeChannel(projectId, "email", switchedOff)),
    await lanes.owe(projectId, await lanes.makeChannel(projectId, "email", unverified)),
    await lanes.owe(projectId, await lanes.makeChannel(projectId, "email")),
  ]
  await lanes.sql("delete from channel where enabled and verified_at is not null")
  expect(await lanes.sendDue("notice", channels)).toEqual([true, true, true])
  const errors = await Promise.all(ids.map(async (id) => (await lanes.read(id)).lastError))
  expect(errors).toEqual([
    "The channel is switched off.",
    "The channel is not verified.",
    "The channel was deleted.",
  ])
  expect(got).toEqual([])
})

test("its own code reaches a channel that is not verified, and an old one nobody", async () => {
  const { id: projectId } = await makeProject(world)
  const { channels, got } = startProviders({ email: () => arrived() })
  const sealedCode = world.services.vault.seal("123456")
  const codeExpiresAt = new Date(Date.now() + 60_000)
  const fresh = { ...unverified, sealedCode, codeExpiresAt }
  const old = { ...fresh, codeExpiresAt: new Date(Date.now() - 1) }
  const first = await lanes.makeChannel(projectId, "email", fresh)
  await lanes.owe(projectId, first, { event: "channel.code" })
  const late = await lanes.owe(projectId, await lanes.makeChannel(projectId, "email", old), {
    event: "channel.code",
  })
  await lanes.sendDue("notice", channels)
  const { name: owner } = await world.services.database.prisma.project.findUniqueOrThrow({
    where: { id: projectId },
  })
  const message = { kind: "code", code: "123456", expiresAt: codeExpiresAt, owner }
  expect(got).toMatchObject([{ message }])
  expect(await lanes.read(late)).toMatchObject({ state: "cancelled", attempts: [] })
})

test("nobody is woken for what was acknowledged before the send", async () => {
  const { id: projectId } = await makeProject(world)
  const { ways } = await lanes.page(projectId, ["sms"])
  const { channels, got } = startProviders({ sms: () => arrived() })
  await lanes.sendDue("page", channels, { readPage: () => Promise.resolve(null) })
  expect(got).toEqual([])
  expect(await lanes.read(ways[0] ?? "")).toMatchObject({ state: "cancelled", attempts: [] })
})

test("an account is written to at the address of this moment", async () => {
  const { id: projectId } = await makeProject(world)
  const { channels, got } = startProviders({ email: () => arrived() })
  const { userId } = await lanes.person()
  await lanes.owe(projectId, { id: "", kind: "email" }, { way: { accountId: userId } })
  await lanes.sql(`update "user" set email = 'new@example.com' where id = $1`, [userId])
  expect(await lanes.sendDue("notice", channels)).toEqual([true])
  expect(got).toMatchObject([{ kind: "email", config: { address: "new@example.com" } }])
})
