import { inWords } from "../../support/in-words.ts"
import { asWritten } from "../../../src/findings/finding.ts"
import fc from "fast-check"
import { expect, test } from "vitest"
import { slackMessageOf } from "../../../src/channels/slack/slack-blocks.ts"
import { createChannelRateLimiter } from "../../../src/channels/channel-rate.ts"
import { slackBot } from "../../../src/channels/slack/send-slack-bot.ts"
import { slackWebhook } from "../../../src/channels/slack/send-slack-webhook.ts"
import { anyPage, code, page, sendingOf, startProvider } from "../../support/chat.ts"
import { useWorld } from "../../support/world.ts"

const world = useWorld()
const config = { token: "xoxb-1-2-3", signingSecret: "a".repeat(32), channelId: "C024BE91L" }
let channels = 0
/** Each test has its own channel, because one channel takes one message a second. */
const inAChannel = () => ({
  ...config,
  channelId: `C0000000${String((channels += 1)).padStart(3, "0")}`,
})

test("a page becomes blocks with buttons, a link and the time in each reader's zone", () => {
  const others = { listed: [{ number: 13, title: asWritten("api is down") }], rest: 4 }
  expect(slackMessageOf(page({ others }), { isApp: true })).toMatchInlineSnapshot(`
    {
      "blocks": [
        {
          "text": {
            "emoji": false,
            "text": "🔴 #12 shop is down",
            "type": "plain_text",
          },
          "type": "header",
        },
        {
          "text": {
            "emoji": false,
            "text": "Not acknowledged yet.",
            "type": "plain_text",
          },
          "type": "section",
        },
        {
          "text": {
            "emoji": false,
            "text": "GET https://shop.example/ answered 500.",
            "type": "plain_text",
          },
          "type": "section",
        },
        {
          "text": {
            "emoji": false,
            "text": "Same cause:
    • #13 api is down
    • and 4 more",
            "type": "plain_text",
          },
          "type": "section",
        },
        {
          "elements": [
            {
              "emoji": false,
              "text": "Shop",
              "type": "plain_text",
            },
            {
              "emoji": false,
              "text": "high urgency",
              "type": "plain_text",
            },
            {
              "emoji": false,
              "text": "Ana is on call in Primary until 22 Nov 2026, 08:00 UTC.",
              "type": "plain_text",
            },
            {
              "text": "since <!date^1795289400^{date_short_pretty} {time}|21 Nov 2026, 19:30 UTC>",
              "type": "mrkdwn",
            },
          ],
          "type": "context",
        },
        {
          "elements": [
            {
              "action_id": "acknowledge",
              "style": "primary",
              "text": {
                "emoji": false,
                "text": "Acknowledge",
                "type": "plain_text",
              },
              "type": "button",
              "value": "01890000-0000-7000-8000-000000000001",
            },
            {
              "action_id": "resolve",
              "text": {
                "emoji": false,
                "text": "Resolve",
                "type": "plain_text",
              },
              "type": "button",
              "value": "01890000-0000-7000-8000-000000000001",
            },
            {
              "action_id": "link-0",
              "text": {
                "emoji": false,
                "text": "Open",
                "type": "plain_text",
              },
              "type": "button",
              "url": "https://watch.example/projects/p/incidents/i",
            },
          ],
          "type": "actions",
        },
      ],
      "text": "🔴 #12 shop is down
    Not acknowledged yet.
    <https://watch.example/projects/p/incidents/i|Open>",
    }
  `)
})

test("names are sent as plain text: no mention, link or markup, within Slack's limits", () => {
  const title = `<!channel> <@U1> *x* & ${"long ".repeat(2000)}`
  const { text, blocks } = slackMessageOf(
    page({ title: asWritten(title), description: [asWritten(title)] }),
    { isApp: true },
  )
  expect(text).not.toMatch(/<[!@]/)
  const [header, , section] = blocks
  expect(header).toMatchObject({
    text: { type: "plain_text", text: expect.stringMatching(/^🔴 #12 &lt;!channel&gt; .*…$/) },
  })
  for (const block of [header, section]) {
    const { text: shown } = (block as { text: { type: string; text: string } }).text
    expect(shown.length).toBeLessThanOrEqual(block === header ? 150 : 3000)
  }
  const kinds = JSON.stringify(blocks.slice(0, -2)).match(/mrkdwn/g)
  expect(kinds).toBe(null)
})

test("every page is within the limits of Block Kit", () => {
  fc.assert(
    fc.property(anyPage, fc.boolean(), (message, isApp) => {
      const { text, blocks } = slackMessageOf(message, { isApp })
      expect(text.length).toBeLessThan(40_000)
      expect(blocks.length).toBeLessThanOrEqual(50)
      const most = { header: 150, section: 3000, context: 3000, actions: 75 }
      for (const block of blocks) {
        const shown = JSON.stringify(block).matchAll(/"text":("(?:[^"\\]|\\.)*")/g)
        for (const [, one = ""] of shown) {
          const length = String(JSON.parse(one)).length
          expect(length).toBeGreaterThan(0)
          expect(length).toBeLessThanOrEqual(most[block.type as keyof typeof most])
        }
      }
    }),
    { numRuns: 50 },
  )
})

test("a bot posts once, and edits its message as the alert changes", async () => {
  const { url, heard } = await startProvider(() => ({
    body: { ok: true, channel: "C9", ts: "1700000000.000100" },
  }))
  const env = { SLACK_API_URL: `${url}/api/` }
  const sending = sendingOf(world, env)
  expect(await slackBot.send(inAChannel(), page(), sending)).toEqual({
    kind: "accepted",
    receipt: "C9:1700000000.000100",
    isConfirmed: true,
  })
  const moved = page({ state: "acknowledged", by: "Ana" })
  const later = sendingOf(world, env, { previousReceipt: "C9:1700000000.000100" })
  expect(await slackBot.send(inAChannel(), moved, later)).toMatchObject({
    kind: "accepted",
    receipt: "C9:1700000000.000100",
  })
  expect(heard.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/api/chat.postMessage", "Bearer xoxb-1-2-3"],
    ["/api/chat.update", "Bearer xoxb-1-2-3"],
  ])
  expect(heard[1]?.body).toMatchObject({ channel: "C9", ts: "1700000000.000100" })
  expect(JSON.stringify(heard[0]?.body["blocks"])).toContain('"action_id":"acknowledge"')
  expect(JSON.stringify(heard[1]?.body["blocks"])).not.toContain('"action_id":"acknowledge"')
  expect(JSON.stringify(heard[1]?.body["blocks"])).toContain("Acknowledged by Ana.")
})

test("if the message was deleted, an update is a new message", async () => {
  const { url, heard } = await startProvider(({ path }) => ({
    body: path.endsWith("update")
      ? { ok: false, error: "message_not_found" }
      : { ok: true, channel: "C9", ts: "2.2" },
  }))
  const sending = sendingOf(world, { SLACK_API_URL: `${url}/` }, { previousReceipt: "C9:1.1" })
  const outcome = await slackBot.send(inAChannel(), page({ state: "resolved" }), sending)
  expect(outcome).toMatchObject({ kind: "accepted", receipt: "C9:2.2" })
  expect(heard.map(({ path }) => path)).toEqual(["/chat.update", "/chat.postMessage"])
})

test("errors of Slack's Web API are retried, or end with a message that a person understands", async () => {
  const answers = [
    { status: 429, headers: { "retry-after": "7" } },
    { status: 503 },
    { body: { ok: false, error: "internal_error" } },
    { body: { ok: false, error: "channel_not_found" } },
    { body: { ok: false, error: "invalid_auth" } },
    { body: { ok: false, error: "account_inactive" } },
    { body: { ok: false, error: "toString" } },
  ]
  const { url } = await startProvider((_heard, index) => answers[index] ?? {})
  const seen = []
  for (const _answer of answers) {
    const sending = sendingOf(world, { SLACK_API_URL: `${url}/` })
    seen.push(inWords(await slackBot.send(inAChannel(), code, sending)))
  }
  expect(seen).toMatchInlineSnapshot(`
    [
      {
        "afterSeconds": 7,
        "error": "Slack rate limit reached.",
        "kind": "retry",
        "status": 429,
      },
      {
        "afterSeconds": null,
        "error": "Slack returned 503.",
        "kind": "retry",
        "status": 503,
      },
      {
        "afterSeconds": null,
        "error": "Slack returned internal_error. Retrying.",
        "kind": "retry",
        "status": 200,
      },
      {
        "error": "Slack channel not found, or the app was not invited to it.",
        "kind": "dead",
        "status": 200,
      },
      {
        "error": "Slack rejected the bot token. Copy it from the app's settings again.",
        "kind": "dead",
        "status": 200,
      },
      {
        "error": "The app was removed from the Slack workspace, or its account was deactivated.",
        "kind": "dead",
        "status": 200,
      },
      {
        "error": "Slack refused the message: toString.",
        "kind": "dead",
        "status": 200,
      },
    ]
  `)
  const away = sendingOf(world, { SLACK_API_URL: "http://127.0.0.1:9/" })
  expect(await slackBot.send(inAChannel(), code, away)).toMatchObject({
    kind: "retry",
    status: null,
  })
})

test("an incoming webhook posts the signed link instead of buttons", async () => {
  const { url, heard } = await startProvider(() => ({ body: "ok" }))
  const outcome = await slackWebhook.send({ url: `${url}/hook` }, page(), sendingOf(world))
  expect(outcome).toEqual({ kind: "accepted", receipt: null, isConfirmed: false })
  const blocks = JSON.stringify(heard[0]?.body["blocks"])
  expect(blocks).toContain("https://watch.example/acknowledge/t0ken")
  expect(blocks).not.toContain('"action_id":"acknowledge"')
  expect(heard[0]?.body["text"]).toContain("<https://watch.example/projects/p/incidents/i|Open>")
})

test("errors of an incoming webhook are retried, or end with a message", async () => {
  const answers = [
    { status: 429, headers: { "retry-after": "30" } },
    { status: 500 },
    { status: 404, body: "no_service" },
    { status: 410, body: "channel_is_archived" },
    { status: 404 },
    { status: 400, body: "invalid_payload" },
    { status: 302, headers: { location: "http://127.0.0.1/" } },
  ]
  const { url } = await startProvider((_heard, index) => answers[index] ?? {})
  const seen = []
  for (const [index] of answers.entries()) {
    const config = { url: `${url}/hook/${index}` }
    seen.push(inWords(await slackWebhook.send(config, code, sendingOf(world))))
  }
  expect(seen).toMatchInlineSnapshot(`
    [
      {
        "afterSeconds": 30,
        "error": "The endpoint returned 429.",
        "kind": "retry",
        "status": 429,
      },
      {
        "afterSeconds": null,
        "error": "The endpoint returned 500.",
        "kind": "retry",
        "status": 500,
      },
      {
        "error": "The webhook was removed in Slack. Create a new one.",
        "kind": "dead",
        "status": 404,
      },
      {
        "error": "The webhook's channel is archived in Slack.",
        "kind": "dead",
        "status": 410,
      },
      {
        "error": "No webhook exists at this URL.",
        "kind": "dead",
        "status": 404,
      },
      {
        "error": "The endpoint returned 400.",
        "kind": "dead",
        "status": 400,
      },
      {
        "error": "The endpoint returned 302. Redirects are not followed.",
        "kind": "dead",
        "status": 302,
      },
    ]
  `)
})

test("a webhook cannot reach private addresses, and needs TLS unless the operator opened the address", async () => {
  const { url, heard } = await startProvider(() => ({ body: "ok" }))
  const closed = sendingOf(world, { REACHABLE_RANGES: [] })
  expect(inWords(await slackWebhook.send({ url }, code, closed))).toMatchObject({
    kind: "dead",
    error: expect.stringContaining("is a loopback address"),
  })
  const other = sendingOf(world, { REACHABLE_RANGES: ["10.0.0.0/8"] })
  expect(inWords(await slackWebhook.send({ url: "http://1.1.1.1/" }, code, other))).toMatchObject({
    kind: "dead",
    error: expect.stringContaining("URLs without TLS are only allowed"),
  })
  expect(heard).toEqual([])
})

test("a Slack channel takes one message a second; a delivery that would wait long is scheduled later", () => {
  const pace = createChannelRateLimiter()
  const waits = [0, 0, 0, 0, 0].map(() => pace("a", 0).waitMs)
  expect(waits).toEqual([0, 1000, 2000, 3000, 4000])
  expect(pace("a", 0)).toEqual({ waitMs: 5000, isLater: true })
  expect(pace("a", 1500)).toEqual({ waitMs: 3500, isLater: false })
  expect(pace("b", 1500)).toEqual({ waitMs: 0, isLater: false })
})
