import type { Actor } from "../../../src/graphql/kernel/access.ts"
import { ask as askAs } from "../../support/ask.ts"
import { makeMember } from "../../support/people.ts"
import { lastInWords } from "../../support/in-words.ts"
import { beforeEach, expect, test } from "vitest"
import type { Outcome } from "../../../src/channels/message.ts"
import { arrived, lanesOf, refused, startProviders } from "../../support/queue.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()
const queues = lanesOf(world)

beforeEach(() => queues.sql("delete from delivery"))

const readChannel = async (id: string) =>
  lastInWords(await world.services.database.prisma.channel.findUniqueOrThrow({ where: { id } }))

test("a failed send is retried on the queue's schedule, and its owner sees the error", async () => {
  const { id: projectId } = await makeProject(world)
  const channel = await queues.makeChannel(projectId, "email")
  const id = await queues.enqueueMessages(projectId, channel)
  const { channels } = startProviders({ email: () => refused() })
  expect(await queues.sendDue("notice", channels)).toEqual([true])
  const seconds = await queues.dueIn(id)
  expect(seconds).toBeGreaterThan(29)
  expect(seconds).toBeLessThanOrEqual(33)
  expect(await queues.read(id)).toMatchObject({
    state: "pending",
    lastError: "The provider answered 503.",
    attempts: [{ outcome: "rejected", responseStatus: 503, error: "The provider answered 503." }],
  })
  expect(await readChannel(channel.id)).toMatchObject({
    lastDeliveredAt: null,
    lastError: "The provider answered 503.",
  })
  expect(await queues.claim("notice")).toEqual([])
})

test("a failure is read in the reader's language, and one of an older version as it was stored", async () => {
  const { id: projectId } = await makeProject(world)
  const { ctx } = await makeMember(world, projectId, "owner", "Ada")
  const channel = await queues.makeChannel(projectId, "email", { enabled: false })
  const id = await queues.enqueueMessages(projectId, channel)
  const { channels } = startProviders({})
  await queues.sendDue("notice", channels)
  const source = `query ($id: ID!, $channel: ID!) {
    channel(id: $channel) { lastError lastFindings { code text } }
    delivery(id: $id) { lastError lastFindings { text } attempts { error findings { text } } } }`
  const german = { ...ctx.actor, language: "de" } as Actor
  const ask = async () => (await askAs(world, german, source, { id, channel: channel.id })).data
  const [lastError, text] = ["The channel is turned off.", "Der Kanal ist ausgeschaltet."]
  expect(await ask()).toMatchObject({
    channel: { lastError, lastFindings: [{ code: "channel_off", text }] },
    delivery: { lastError, lastFindings: [{ text }], attempts: [{ findings: [{ text }] }] },
  })
  // A role of the version before neither reads nor clears findings.
  await queues.sql("update channel set last_error = 'Slack: token_revoked'")
  expect(await ask()).toMatchObject({
    channel: { lastError: "Slack: token_revoked", lastFindings: [{ code: "as_written" }] },
  })
  await queues.sql("update channel set last_error = null")
  expect(await ask()).toMatchObject({ channel: { lastError: null, lastFindings: [] } })
})

test("a provider's Retry-After is honored", async () => {
  const { id: projectId } = await makeProject(world)
  const id = await queues.enqueueMessages(projectId, await queues.makeChannel(projectId, "sms"), {
    queue: "page",
  })
  const { channels } = startProviders({ sms: () => refused(120) })
  await queues.sendDue("page", channels)
  expect(await queues.dueIn(id)).toBeGreaterThan(118)
})

test("a provider that never responds is aborted at the deadline and retried", async () => {
  const { id: projectId } = await makeProject(world)
  const id = await queues.enqueueMessages(projectId, await queues.makeChannel(projectId, "sms"), {
    queue: "page",
  })
  const { channels } = startProviders({ sms: () => new Promise<Outcome>(() => undefined) })
  await queues.sendDue("page", channels, { deadlineMs: 20 })
  expect(await queues.read(id)).toMatchObject({
    state: "pending",
    attempts: [{ outcome: "timed_out", error: "No response within 0.02 s." }],
  })
})

test("a sender that throws is an internal error and is retried", async () => {
  const { id: projectId } = await makeProject(world)
  const id = await queues.enqueueMessages(projectId, await queues.makeChannel(projectId, "sms"))
  const services = { ...world.services, log: { ...world.services.log, error: () => undefined } }
  const { channels } = startProviders({
    sms: () => {
      throw new Error("a bug")
    },
  })
  await queues.sendDue("notice", channels, { services })
  expect(await queues.read(id)).toMatchObject({
    state: "pending",
    attempts: [{ outcome: "failed", error: "Internal error. See the server log." }],
  })
})

test("a full schedule of failed attempts ends the delivery", async () => {
  const { id: projectId } = await makeProject(world)
  const id = await queues.enqueueMessages(projectId, await queues.makeChannel(projectId, "sms"), {
    queue: "page",
  })
  const { channels, got } = startProviders({ sms: () => refused() })
  for (let count = 0; count < 12; count += 1) {
    await queues.bringForward()
    await queues.sendDue("page", channels)
  }
  expect(got).toHaveLength(10)
  expect(await queues.read(id)).toMatchObject({ state: "dead", settledAt: expect.any(Date) })
})

const switchedOff = { enabled: false }
const unverified = { verifiedAt: null }

test("nothing is sent over a channel that is disabled, unverified or deleted", async () => {
  const { id: projectId } = await makeProject(world)
  const { channels, got } = startProviders({ email: () => arrived() })
  const ids = [
    await queues.enqueueMessages(
      projectId,
      await queues.makeChannel(projectId, "email", switchedOff),
    ),
    await queues.enqueueMessages(
      projectId,
      await queues.makeChannel(projectId, "email", unverified),
    ),
    await queues.enqueueMessages(projectId, await queues.makeChannel(projectId, "email")),
  ]
  await queues.sql("delete from channel where enabled and verified_at is not null")
  expect(await queues.sendDue("notice", channels)).toEqual([true, true, true])
  const errors = await Promise.all(ids.map(async (id) => (await queues.read(id)).lastError))
  expect(errors).toEqual([
    "The channel is turned off.",
    "The channel is not verified.",
    "The channel was deleted.",
  ])
  expect(got).toEqual([])
})

test("a verification code is sent to its unverified channel, and an outdated code to nobody", async () => {
  const { id: projectId } = await makeProject(world)
  const { channels, got } = startProviders({ email: () => arrived() })
  const sealedCode = world.services.vault.seal("123456")
  const codeExpiresAt = new Date(Date.now() + 60_000)
  const fresh = { ...unverified, sealedCode, codeExpiresAt }
  const old = { ...fresh, codeExpiresAt: new Date(Date.now() - 1) }
  const first = await queues.makeChannel(projectId, "email", fresh)
  await queues.enqueueMessages(projectId, first, { event: "channel.code" })
  const late = await queues.enqueueMessages(
    projectId,
    await queues.makeChannel(projectId, "email", old),
    {
      event: "channel.code",
    },
  )
  await queues.sendDue("notice", channels)
  const { name: owner } = await world.services.database.prisma.project.findUniqueOrThrow({
    where: { id: projectId },
  })
  const message = { kind: "code", code: "123456", expiresAt: codeExpiresAt, owner }
  expect(got).toMatchObject([{ message }])
  expect(await queues.read(late)).toMatchObject({ state: "cancelled", attempts: [] })
})

test("nobody is paged for an alert acknowledged before sending", async () => {
  const { id: projectId } = await makeProject(world)
  const { ways } = await queues.page(projectId, ["sms"])
  const { channels, got } = startProviders({ sms: () => arrived() })
  await queues.sendDue("page", channels, { readPage: () => Promise.resolve(null) })
  expect(got).toEqual([])
  expect(await queues.read(ways[0] ?? "")).toMatchObject({ state: "cancelled", attempts: [] })
})

test("an account is mailed at its current address", async () => {
  const { id: projectId } = await makeProject(world)
  const { channels, got } = startProviders({ email: () => arrived() })
  const { userId } = await queues.person()
  await queues.enqueueMessages(
    projectId,
    { id: "", kind: "email" },
    { recipient: { accountId: userId } },
  )
  await queues.sql(`update "user" set email = 'new@example.com' where id = $1`, [userId])
  expect(await queues.sendDue("notice", channels)).toEqual([true])
  expect(got).toMatchObject([{ kind: "email", config: { address: "new@example.com" } }])
})
