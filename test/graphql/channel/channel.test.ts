import { expect, test } from "vitest"
import type { ChannelKind } from "../../../prisma/generated/enums.ts"
import { openConfig, readSettings } from "../../../src/graphql/delivery/channel/channel-config.ts"
import { createChannel } from "../../../src/graphql/delivery/channel/create-channel.ts"
import { deleteChannel } from "../../../src/graphql/delivery/channel/delete-channel.ts"
import { resendCode } from "../../../src/graphql/delivery/channel/resend-code.ts"
import { testChannel } from "../../../src/graphql/delivery/channel/test-channel.ts"
import { updateChannel } from "../../../src/graphql/delivery/channel/update-channel.ts"
import { verifyChannel } from "../../../src/graphql/delivery/channel/verify-channel.ts"
import { channelSettings, codeOf, makeChannel } from "../../support/channels.ts"
import { makeMember, makePerson } from "../../support/people.ts"
import { makeProject, testEnv, useWorld } from "../../support/world.ts"

const world = useWorld({ ...testEnv, ...channelSettings })

const number = "+49 151 (2345) 678-90"
const phone = (at: number) => ({
  kind: "sms" as const,
  name: "Phone",
  settings: { number: `+491512345${100 + at}` },
})
const wrongFor = (code: string) => (code === "000000" ? "000001" : "000000")
const deliveriesOf = (channelId: string) =>
  world.services.database.prisma.delivery.findMany({
    where: { channelId },
    orderBy: { id: "asc" },
    select: { event: true, state: true, queue: true, projectId: true, payload: true },
  })

test("a new channel is unverified and is sent a code that the outbox does not contain", async () => {
  const { ctx, userId } = await makePerson(world)
  const channel = await createChannel(ctx, { kind: "sms", name: "Phone", settings: { number } })
  expect(channel).toMatchObject({ userId, projectId: null, hint: "+49 ••• 890", verifiedAt: null })
  const code = await codeOf(world, channel.id)
  expect(code).toMatch(/^\d{6}$/)
  expect(await deliveriesOf(channel.id)).toEqual([
    {
      event: "channel.code",
      state: "pending",
      queue: "notice",
      projectId: null,
      payload: {},
    },
  ])
  const verified = await verifyChannel(ctx, channel.id, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  expect(verified.verifiedAt).toBeInstanceOf(Date)
  expect(verified).toMatchObject({ sealedCode: null, codeExpiresAt: null, codeTries: 0 })
  // Entering it again changes nothing.
  expect(await verifyChannel(ctx, channel.id, "nonsense")).toEqual(verified)
})

test("five wrong codes, even concurrent ones, void a code, also for the right one", async () => {
  const { ctx } = await makePerson(world)
  const { id } = await createChannel(ctx, { kind: "sms", name: "Phone", settings: { number } })
  const code = await codeOf(world, id)
  const wrong = wrongFor(code)
  await expect(verifyChannel(ctx, id, wrong)).rejects.toThrow(
    "#/code is not the code that was sent; 4 more tries",
  )
  await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => verifyChannel(ctx, id, wrong)))
  await expect(verifyChannel(ctx, id, code)).rejects.toThrow("tried too often")
  const where = { id }
  const row = await world.services.database.prisma.channel.findUniqueOrThrow({ where })
  expect(row).toMatchObject({ codeTries: 5, verifiedAt: null })
})

test("a code expires after 15 minutes, and a new one is sent at most once a minute", async () => {
  const { ctx } = await makePerson(world)
  const { id } = await createChannel(ctx, { kind: "sms", name: "Phone", settings: { number } })
  const first = await codeOf(world, id)
  await expect(resendCode(ctx, id)).rejects.toMatchObject({ code: "rate_limited" })
  const { pool } = world.services.database
  await pool.query("update channel set code_expires_at = now() - interval '10 s' where id = $1", [
    id,
  ])
  await expect(verifyChannel(ctx, id, first)).rejects.toThrow("No code is open")
  await resendCode(ctx, id)
  const second = await codeOf(world, id)
  expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(["cancelled", "pending"])
  expect(await verifyChannel(ctx, id, second)).toMatchObject({ id })
  await expect(resendCode(ctx, id)).rejects.toMatchObject({ code: "conflict" })
})

test("sends a person at most thirty codes and tests a day, even if they delete channels", async () => {
  const { ctx } = await makePerson(world)
  for (let at = 0; at < 30; at += 1) {
    const { id } = await createChannel(ctx, phone(at))
    await deleteChannel(ctx, id)
  }
  await expect(createChannel(ctx, phone(31))).rejects.toMatchObject({ code: "rate_limited" })
  const other = await makePerson(world)
  await createChannel(other.ctx, phone(31))
})

test("a new address is unverified, and queued deliveries for the old one are cancelled", async () => {
  const { ctx, userId } = await makePerson(world)
  const settings = { address: "ada@old.example" }
  const { id } = await makeChannel(world, { userId }, { kind: "email", settings })
  await testChannel(ctx, id)
  expect(await updateChannel(ctx, id, { name: "Mail", settings })).toMatchObject({ name: "Mail" })
  expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(["pending"])
  const moved = await updateChannel(ctx, id, { settings: { address: "ADA@new.example" } })
  expect(moved).toMatchObject({ verifiedAt: null, hint: "a•••@new.example" })
  expect((await deliveriesOf(id)).map(({ event, state }) => `${event} ${state}`)).toEqual([
    "channel.test cancelled",
    "channel.code pending",
  ])
})

test("deleting a channel cancels its queued deliveries, except those being sent", async () => {
  const { ctx, userId } = await makePerson(world)
  const settings = { address: "ada@mail.example" }
  const { id } = await makeChannel(world, { userId }, { kind: "email", settings })
  const [waiting, held] = [await testChannel(ctx, id), await testChannel(ctx, id)]
  const { pool, prisma } = world.services.database
  await pool.query(
    `insert into delivery_lease (delivery_id, queue, target, token, until)
     select id, queue, target, gen_random_uuid(), now() + interval '30 s' from delivery where id = $1`,
    [held.id],
  )
  expect(await deleteChannel(ctx, id)).toBe(id)
  const rows = await prisma.delivery.findMany({ where: { id: { in: [waiting.id, held.id] } } })
  expect(new Set(rows.map(({ state, channelId }) => `${state} ${channelId}`))).toEqual(
    new Set(["cancelled null", "pending null"]),
  )
  await expect(deleteChannel(ctx, id)).rejects.toMatchObject({ code: "not_found" })
})

test("refuses a duplicate address and an invalid phone number", async () => {
  const { ctx } = await makePerson(world)
  await createChannel(ctx, { kind: "sms", name: "Phone", settings: { number } })
  const again = { kind: "sms" as const, name: "Phone", settings: { number: "+4915123456 7890" } }
  await expect(createChannel(ctx, again)).rejects.toMatchObject({ code: "conflict" })
  await createChannel(ctx, { ...again, kind: "voice" })
  for (const bad of [
    "0151 2345678",
    "+0123456789",
    "+49",
    "+491512345678901234",
    "+49151x345678",
  ]) {
    await expect(createChannel(ctx, { ...again, settings: { number: bad } })).rejects.toMatchObject(
      {
        issues: [{ pointer: "#/settings/number" }],
      },
    )
  }
  await expect(createChannel(ctx, { ...again, settings: {} })).rejects.toMatchObject({
    issues: [{ pointer: "#/settings/number", detail: "is required" }],
  })
})

test("a bot takes its provider's channel as channelId, and by its earlier name", () => {
  const slack = { token: "xoxb-1-2-3", signingSecret: "a".repeat(32) }
  const discord = { token: "a.b.c", publicKey: "0".repeat(64) }
  const [inSlack, inDiscord] = ["C024BE91L", "1100000000000000001"]
  const { services } = world
  for (const [kind, settings, channelId] of [
    ["slack_bot", slack, inSlack],
    ["discord_bot", discord, inDiscord],
  ] as const) {
    const stored = readSettings(kind, { ...settings, channelId }, services)
    const earlier = readSettings(kind, { ...settings, room: channelId }, services)
    expect(stored.addressHash).toEqual(earlier.addressHash)
    for (const { sealedConfig } of [stored, earlier]) {
      expect(JSON.parse(services.vault.open(sealedConfig))).toEqual({ ...settings, channelId })
    }
    // As versions up to 0.3.0 stored it.
    const sealedConfig = services.vault.seal(JSON.stringify({ ...settings, room: channelId }))
    expect(openConfig(services.vault, { kind, sealedConfig })).toEqual({ ...settings, channelId })
    const wrong = { ...settings, channelId: "general" }
    expect(() => readSettings(kind, wrong, services)).toThrow("#/settings/channelId")
    const both = { ...settings, channelId, room: channelId }
    expect(() => readSettings(kind, both, services)).toThrow(
      "#/settings must not have the member room",
    )
    expect(() => readSettings(kind, settings, services)).toThrow("#/settings/channelId is required")
  }
})

test("editors create a project's team channels and viewers see them; the audit log shortens addresses", async () => {
  const { id: projectId } = await makeProject(world)
  const editor = await makeMember(world, projectId, "editor")
  const viewer = await makeMember(world, projectId, "viewer")
  const room = { projectId, kind: "email" as const, name: "Team" }
  const settings = { address: "team@shop.example" }
  await expect(createChannel(viewer.ctx, { ...room, settings })).rejects.toMatchObject({
    code: "insufficient_scope",
  })
  const { id } = await createChannel(editor.ctx, { ...room, settings })
  await verifyChannel(editor.ctx, id, await codeOf(world, id))
  await updateChannel(editor.ctx, id, { settings: { address: "crew@shop.example" } })
  await deleteChannel(editor.ctx, id)
  const log = await world.services.database.prisma.auditEntry.findMany({
    where: { projectId, subjectId: id },
    orderBy: { id: "asc" },
    select: { action: true, changes: true },
  })
  expect(log).toEqual([
    { action: "channel.created", changes: { kind: "email" } },
    { action: "channel.verified", changes: { kind: "email" } },
    {
      action: "channel.updated",
      changes: { address: { from: "t•••@shop.example", to: "c•••@shop.example" } },
    },
    { action: "channel.deleted", changes: { kind: "email" } },
  ])
})

test("another person's channel fails like an unknown one", async () => {
  const { id: projectId } = await makeProject(world)
  const owner = await makeMember(world, projectId, "owner")
  const other = await makeMember(world, projectId, "editor")
  const settings = { address: "editor@mail.example" }
  const { id } = await makeChannel(world, { userId: other.userId }, { kind: "email", settings })
  const unknown = crypto.randomUUID()
  for (const verb of [deleteChannel, testChannel, resendCode]) {
    const refusals = await Promise.all(
      [id, unknown].map((one) => verb(owner.ctx, one).catch((error: Error) => error.message)),
    )
    expect(refusals).toEqual(["There is no such channel.", "There is no such channel."])
  }
})

test("the account's address needs no code once it is confirmed, and its code confirms it", async () => {
  const { prisma } = world.services.database
  const ada = await makePerson(world)
  const own = { kind: "email" as const, name: "Mail", settings: { address: ada.email } }
  const { id, verifiedAt } = await createChannel(ada.ctx, own)
  expect(verifiedAt).toBeNull()
  await verifyChannel(ada.ctx, id, await codeOf(world, id))
  const user = await prisma.user.findUniqueOrThrow({ where: { id: ada.userId } })
  expect(user.emailVerified).toBe(true)
  await deleteChannel(ada.ctx, id)
  expect((await createChannel(ada.ctx, own)).verifiedAt).toBeInstanceOf(Date)
})

function say(kind: ChannelKind, settings: unknown) {
  try {
    readSettings(kind, settings, world.services)
    return "taken"
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

test("names every invalid setting with the expected value", () => {
  const address = "ada@example.test"
  const endpoint = "https://push.example/x"
  expect([
    say("email", null),
    say("email", {}),
    say("email", { address, reply: true, "a/b": 1 }),
    say("sms", { number: "0151 234" }),
    say("slack_webhook", { url: "https://10.0.0.1/x" }),
    say("slack_bot", { token: "xoxp-1" }),
    say("discord_webhook", { url: "https://discord.example/api/webhooks/1/2" }),
    say("web_push", { endpoint }),
  ]).toMatchInlineSnapshot(`
    [
      "The input is not valid: #/settings must be an object",
      "The input is not valid: #/settings/address is required",
      "The input is not valid: #/settings must not have the members reply and a/b",
      "The input is not valid: #/settings/number must be a phone number with its country, such as +4915112345678",
      "The input is not valid: #/settings must lead to where this installation may send: 10.0.0.1 is a private address",
      "The input is not valid: #/settings/token must be the app's Bot User OAuth Token, which begins with xoxb-",
      "The input is not valid: #/settings/url must be a webhook's URL, such as https://discord.com/api/webhooks/…/…",
      "The input is not valid: #/settings/keys is required",
    ]
  `)
})
