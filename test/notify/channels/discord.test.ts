import { inWords } from "../../support/in-words.ts"
import { asWritten } from "../../../src/findings/finding.ts"
import fc from "fast-check"
import { expect, test } from "vitest"
import { discordMessageOf } from "../../../src/channels/discord/discord-message.ts"
import { discordBot } from "../../../src/channels/discord/send-discord-bot.ts"
import { discordWebhook } from "../../../src/channels/discord/send-discord-webhook.ts"
import { anyPage, code, page, sendingOf, startProvider } from "../../support/chat.ts"
import { useWorld } from "../../support/world.ts"

const world = useWorld()
const channelId = "1100000000000000001"
const bot = { token: "a.b.c", publicKey: "0".repeat(64), channelId }
const hook = { url: `https://discord.com/api/webhooks/${channelId}/${"t".repeat(68)}` }
const posted = { id: "42", channel_id: channelId }

test("a page becomes an embed with buttons and mentions nobody", () => {
  const others = { listed: [{ number: 13, title: asWritten("api is down") }], rest: 4 }
  expect(discordMessageOf(page({ others }), { isApp: true })).toMatchInlineSnapshot(`
    {
      "allowed_mentions": {
        "parse": [],
      },
      "components": [
        {
          "components": [
            {
              "custom_id": "acknowledge:01890000-0000-7000-8000-000000000001",
              "label": "Acknowledge",
              "style": 1,
              "type": 2,
            },
            {
              "custom_id": "resolve:01890000-0000-7000-8000-000000000001",
              "label": "Resolve",
              "style": 2,
              "type": 2,
            },
            {
              "label": "Open",
              "style": 5,
              "type": 2,
              "url": "https://watch.example/projects/p/incidents/i",
            },
          ],
          "type": 1,
        },
      ],
      "embeds": [
        {
          "color": 14232864,
          "description": "Not acknowledged yet.

    GET https://shop.example/ answered 500.

    Same cause:
    • \\#13 api is down
    • and 4 more",
          "footer": {
            "text": "Shop · high urgency · Ana is on call in Primary until 22 Nov 2026, 08:00 UTC.",
          },
          "timestamp": "2026-11-21T19:30:00.000Z",
          "title": "🔴 \\#12 shop is down",
        },
      ],
    }
  `)
})

test("names are sent as plain text within Discord's limits", () => {
  const title = `@everyone <@1> [x](https://evil.example) **b** ${"long ".repeat(2000)}`
  const message = discordMessageOf(
    page({ title: asWritten(title), description: [asWritten(title)], reason: [asWritten(title)] }),
    {
      isApp: true,
    },
  )
  const [embed] = message.embeds
  expect(embed?.title).toMatch(/^🔴 \\#12 \\@everyone \\<\\@1\\> \\\[x\\\]\(/)
  expect(embed?.title.length).toBeLessThanOrEqual(256)
  expect(embed?.description.length).toBeLessThanOrEqual(4096)
  expect(embed?.footer?.text.length).toBeLessThanOrEqual(1000)
  expect(message.allowed_mentions).toEqual({ parse: [] })
})

test("every page is within Discord's limits", () => {
  fc.assert(
    fc.property(anyPage, fc.boolean(), (message, isApp) => {
      const [embed] = discordMessageOf(message, { isApp }).embeds
      const { title = "", description = "", footer } = embed ?? {}
      expect(title.length).toBeLessThanOrEqual(256)
      expect(description.length).toBeLessThanOrEqual(4096)
      const all = title.length + description.length + (footer?.text.length ?? 0)
      expect(all).toBeLessThanOrEqual(6000)
    }),
    { numRuns: 50 },
  )
})

test("a bot posts once with a nonce, and edits its message as the alert changes", async () => {
  const { url, heard } = await startProvider(() => ({ body: posted }))
  const env = { DISCORD_API_URL: url }
  const first = sendingOf(world, env)
  const receipt = `${channelId}:42`
  const delivered = { kind: "accepted", receipt, isConfirmed: true }
  expect(await discordBot.send(bot, page(), first)).toEqual(delivered)
  const moved = page({ state: "resolved", by: "Ana" })
  const later = sendingOf(world, env, { previousReceipt: receipt })
  expect(await discordBot.send(bot, moved, later)).toEqual(delivered)
  expect(heard.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
    ["POST", `/v10/channels/${channelId}/messages`, "Bot a.b.c"],
    ["PATCH", `/v10/channels/${channelId}/messages/42`, "Bot a.b.c"],
  ])
  const nonce = String(heard[0]?.body["nonce"])
  expect(nonce.length).toBeLessThanOrEqual(25)
  expect(heard[0]?.body).toMatchObject({ enforce_nonce: true, allowed_mentions: { parse: [] } })
  expect(JSON.stringify(heard[0]?.body["components"])).toContain(`acknowledge:${page().alertId}`)
  expect(JSON.stringify(heard[1]?.body)).not.toContain("custom_id")
  expect(JSON.stringify(heard[1]?.body)).toContain("Resolved by Ana.")
})

test("a webhook posts with links and without a bot token, and edits its message too", async () => {
  const { url, heard } = await startProvider(() => ({ body: posted }))
  const env = { DISCORD_API_URL: url }
  const delivered = { kind: "accepted", receipt: "42", isConfirmed: true }
  expect(await discordWebhook.send(hook, page(), sendingOf(world, env))).toEqual(delivered)
  const moved = page({ state: "acknowledged", by: "Ana", acknowledgeUrl: null })
  const later = sendingOf(world, env, { previousReceipt: "42" })
  expect(await discordWebhook.send(hook, moved, later)).toEqual(delivered)
  const way = `/v10/webhooks/${channelId}/${"t".repeat(68)}`
  expect(heard.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
    ["POST", `${way}?wait=true&with_components=true`, undefined],
    ["PATCH", `${way}/messages/42?wait=true&with_components=true`, undefined],
  ])
  expect(JSON.stringify(heard[0]?.body)).not.toContain("custom_id")
  expect(JSON.stringify(heard[0]?.body)).toContain("https://watch.example/acknowledge/t0ken")
})

test("if somebody deleted the message, an update is a new message", async () => {
  const { url, heard } = await startProvider(({ method }) =>
    method === "PATCH"
      ? { status: 404, body: { code: 10_008, message: "Unknown Message" } }
      : { body: { ...posted, id: "43" } },
  )
  const sending = sendingOf(world, { DISCORD_API_URL: url }, { previousReceipt: `${channelId}:42` })
  const outcome = await discordBot.send(bot, page({ state: "resolved" }), sending)
  expect(outcome).toMatchObject({ kind: "accepted", receipt: `${channelId}:43` })
  expect(heard.map(({ method }) => method)).toEqual(["PATCH", "POST"])
})

test("Discord's errors are retried, or end with a message that a person understands", async () => {
  const answers = [
    // Some versions count milliseconds in the body; the header counts seconds.
    { status: 429, headers: { "retry-after": "3" }, body: { retry_after: 3000, global: false } },
    { status: 429, headers: { "retry-after": "Sat, 21 Nov 2026 18:01:30 GMT" } },
    { status: 502 },
    { status: 401, body: { code: 0, message: "401: Unauthorized" } },
    { status: 404, body: { code: 10_003, message: "Unknown Channel" } },
    { status: 404, body: { code: 10_015, message: "Unknown Webhook" } },
    { status: 403, body: { code: 50_001, message: "Missing Access" } },
    { status: 400, body: { code: 50_035, message: "Invalid Form Body" } },
  ]
  const { url, heard } = await startProvider((_heard, index) => answers[index] ?? {})
  const seen = []
  for (const _answer of answers) {
    const sending = sendingOf(world, { DISCORD_API_URL: url })
    seen.push(inWords(await discordBot.send(bot, code, sending)))
  }
  expect(heard.length).toBe(answers.length)
  expect(seen).toMatchInlineSnapshot(`
    [
      {
        "afterSeconds": 3.05,
        "error": "Discord rate limit reached.",
        "kind": "retry",
        "status": 429,
      },
      {
        "afterSeconds": null,
        "error": "Discord rate limit reached.",
        "kind": "retry",
        "status": 429,
      },
      {
        "afterSeconds": null,
        "error": "Discord returned 502.",
        "kind": "retry",
        "status": 502,
      },
      {
        "error": "Discord rejected the bot token. Copy it from the application again.",
        "kind": "dead",
        "status": 401,
      },
      {
        "error": "Discord channel not found.",
        "kind": "dead",
        "status": 404,
      },
      {
        "error": "The webhook was deleted in Discord. Create a new one.",
        "kind": "dead",
        "status": 404,
      },
      {
        "error": "The bot cannot see the channel. Invite it to the server and grant View Channel.",
        "kind": "dead",
        "status": 403,
      },
      {
        "error": "Discord refused the message: Invalid Form Body.",
        "kind": "dead",
        "status": 400,
      },
    ]
  `)
  const away = sendingOf(world, { DISCORD_API_URL: "http://127.0.0.1:9" })
  expect(await discordBot.send(bot, code, away)).toMatchObject({ kind: "retry", status: null })
})
