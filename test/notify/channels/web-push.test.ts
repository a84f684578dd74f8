import { inWords } from "../../support/in-words.ts"
import { asWritten } from "../../../src/findings/finding.ts"
import { expect, test } from "vitest"
import { webPush as kind } from "../../../src/channels/web-push/web-push.ts"
import { pushNeedsTls, vapidOf } from "../../../src/channels/web-push/vapid.ts"
import { pushTextOf } from "../../../src/channels/web-push/push-text.ts"
import { webPush } from "../../../src/channels/web-push/send-web-push.ts"
import type { Sending } from "../../../src/channels/message.ts"
import { senders } from "../../../src/channels/senders.ts"
import { sendToChannel } from "../../../src/notify/message/send-to-channel.ts"
import { renewBrowser } from "../../../src/graphql/status-pages/subscriber/renew-browser.ts"
import { enqueueChannelNotice } from "../../../src/graphql/delivery/channel/enqueue-channel-notice.ts"
import { transact } from "../../../src/graphql/kernel/transaction.ts"
import { newId } from "../../../src/platform/id.ts"
import { makeChannel } from "../../support/channels.ts"
import { code, page, sendingOf, startProvider } from "../../support/chat.ts"
import { makePerson } from "../../support/people.ts"
import { makeSubscription, readVapid } from "../../support/push.ts"
import { makeProject, useWorld } from "../../support/world.ts"

const world = useWorld()

async function startService(
  answer: (index: number) => { status: number; headers?: object } = () => ({ status: 201 }),
) {
  const service = await startProvider((_heard, index) => answer(index))
  const subscription = makeSubscription(`${service.url}/push/secret`)
  const config = kind.config.parse(subscription.settings)
  return { ...service, subscription, config }
}

test("a page is encrypted for its browser and signed by this installation", async () => {
  const { heard, subscription, config, url } = await startService()
  const sending = sendingOf(world, { BASE_URL: "https://watch.example" })
  expect(await webPush.send(config, page(), sending)).toEqual({
    kind: "accepted",
    receipt: null,
    isConfirmed: false,
  })
  const [got] = heard
  expect(got?.headers).toMatchObject({
    ttl: "3600",
    urgency: "high",
    topic: "01890000000070008000000000000001",
    "content-encoding": "aes128gcm",
  })
  expect(got?.raw.toString("latin1")).not.toContain("shop is down")
  const { key, claims } = readVapid(got?.headers.authorization)
  expect(key).toBe(vapidOf(sending.services).publicKey)
  expect(claims).toMatchObject({ aud: url, sub: "https://watch.example" })
  expect(subscription.read(got?.raw ?? Buffer.of())).toEqual({
    title: "🔴 #12 shop is down",
    body: [
      "Not acknowledged yet.",
      "GET https://shop.example/ answered 500.",
      "Shop · high urgency · Ana is on call in Primary until 22 Nov 2026, 08:00 UTC.",
    ].join("\n"),
    url: "https://watch.example/projects/p/incidents/i",
    tag: "alert-01890000-0000-7000-8000-000000000001",
    isUrgent: true,
    acknowledgeUrl: "https://watch.example/acknowledge/t0ken",
    code: null,
    confirmUrl: null,
    unsubscribeUrl: null,
  })
})

test("an update replaces the notification of its page, and has no acknowledge button", () => {
  const first = pushTextOf(page(), "https://watch.example")
  const later = pushTextOf(page({ state: "acknowledged", by: "Ana" }), "https://watch.example")
  expect(later).toMatchObject({ tag: first.tag, isUrgent: false, acknowledgeUrl: null })
  expect(later.body).toMatch(/^Acknowledged by Ana\./)
  expect(pushTextOf(code, "https://watch.example")).toMatchObject({ code: "123456", tag: "code" })
})

test("the longest text fits into one record", async () => {
  const { heard, config } = await startService()
  const description = '\u0001\u{1F600}"'.repeat(5000)
  const acknowledgeUrl = `https://watch.example/acknowledge/${"a".repeat(43)}`
  const long = page({
    title: asWritten(description),
    description: [asWritten(description)],
    reason: [asWritten(description)],
    acknowledgeUrl,
  })
  expect(await webPush.send(config, long, sendingOf(world))).toMatchObject({ kind: "accepted" })
  expect(heard[0]?.raw.length).toBeLessThanOrEqual(4096)
})

test("a push service with a smaller limit gets a shorter message at once", async () => {
  const { heard, subscription, config } = await startService((index) => ({
    status: index === 0 ? 413 : 201,
  }))
  const long = page({ description: [asWritten("long ".repeat(500))] })
  expect(await webPush.send(config, long, sendingOf(world))).toMatchObject({ kind: "accepted" })
  const bodies = heard.map(({ raw }) => (subscription.read(raw) as { body: string }).body.length)
  expect(bodies).toEqual([expect.any(Number), expect.any(Number)])
  expect(bodies[1]).toBeLessThanOrEqual(120)
})

test("errors of a push service are retried, or end with a message that a person understands", async () => {
  const answers = [
    { status: 429, headers: { "retry-after": "60" } },
    { status: 503 },
    { status: 403 },
    { status: 400 },
  ]
  const { config } = await startService((index) => answers[index] ?? { status: 201 })
  const seen = []
  for (const _answer of answers) {
    seen.push(inWords(await webPush.send(config, code, sendingOf(world))))
  }
  expect(seen).toMatchInlineSnapshot(`
    [
      {
        "afterSeconds": 60,
        "error": "The push service returned 429.",
        "kind": "retry",
        "status": 429,
      },
      {
        "afterSeconds": null,
        "error": "The push service returned 503.",
        "kind": "retry",
        "status": 503,
      },
      {
        "error": "The push service returned 403: the device subscribed with an old key of this installation. Turn notifications on again on that device.",
        "kind": "dead",
        "status": 403,
      },
      {
        "error": "The push service returned 400.",
        "kind": "dead",
        "status": 400,
      },
    ]
  `)
})

const sendTo = async (config: unknown, sending: Sending) =>
  inWords(await sendToChannel(senders, { kind: "web_push", config }, code, sending))

test("the channel of a browser that unsubscribed is disabled", async () => {
  const { config, subscription } = await startService(() => ({ status: 410 }))
  const { userId } = await makePerson(world)
  const owner = { userId }
  const settings = subscription.settings
  const channel = await makeChannel(world, owner, { kind: "web_push", settings })
  const { prisma } = world.services.database
  const [delivery, waiting] = await transact(world.services, async (tx) => [
    await enqueueChannelNotice(tx, channel, "channel.test", new Date()),
    await enqueueChannelNotice(tx, channel, "channel.test", new Date()),
  ])
  await prisma.deliveryLease.create({
    data: {
      deliveryId: delivery?.id ?? "",
      queue: "notice",
      target: `web_push:${channel.id}`,
      token: newId(),
      until: new Date(Date.now() + 30_000),
    },
  })
  const sending = sendingOf(world, {}, { deliveryId: delivery?.id ?? "" })
  expect(await sendTo(config, sending)).toEqual({
    kind: "dead",
    status: 410,
    error: "The browser no longer takes notifications; turn them on again on that device.",
    isGone: true,
  })
  expect(await prisma.channel.findUnique({ where: { id: channel.id } })).toMatchObject({
    enabled: false,
  })
  expect(await prisma.delivery.findUnique({ where: { id: waiting?.id ?? "" } })).toMatchObject({
    state: "cancelled",
  })
})

test("only valid subscriptions from trusted origins are accepted", () => {
  const { settings } = makeSubscription("https://push.example/x")
  const wrong = (members: object) => kind.config.safeParse({ ...settings, ...members }).success
  expect(wrong({})).toBe(true)
  expect(wrong({ endpoint: "ftp://push.example/x" })).toBe(false)
  expect(wrong({ keys: { ...settings.keys, auth: "short" } })).toBe(false)
  const noPoint = Buffer.alloc(65, 1).toString("base64url")
  expect(wrong({ keys: { ...settings.keys, p256dh: noPoint } })).toBe(false)
  expect(pushNeedsTls({ BASE_URL: "https://watch.example" })).toBe(null)
  expect(pushNeedsTls({ BASE_URL: "http://localhost:3000" })).toBe(null)
  expect(pushNeedsTls({ BASE_URL: "http://watch.example" })).toMatch(/^Set BASE_URL/)
})

/** A person's browser, with the push services of its old and new subscription. */
async function makeBrowser() {
  const before = await startService(() => ({ status: 410 }))
  const after = (await startService()).subscription.settings
  const { userId } = await makePerson(world)
  const settings = before.subscription.settings
  const channel = await makeChannel(world, { userId }, { kind: "web_push", settings })
  return { before, known: settings, after, channel, where: { id: channel.id } }
}
const renew = (before: object, after: object) => renewBrowser(world.services, { before, after })

test("a renewed subscription continues where the old one was, in time for pages in flight", async () => {
  const { prisma } = world.services.database
  const { before, known, after, channel, where } = await makeBrowser()
  const auth = Buffer.alloc(16).toString("base64url")
  expect(await renew({ ...known, keys: { ...known.keys, auth } }, after)).toBe(0)
  await expect(renew(known, { ...after, endpoint: "https://10.0.0.1/x" })).rejects.toThrow(
    "is a private address",
  )
  const { id: deliveryId } = await transact(world.services, (tx) =>
    enqueueChannelNotice(tx, channel, "channel.test", new Date()),
  )
  expect(await renew(known, after)).toBe(1)
  const sending = sendingOf(world, {}, { deliveryId })
  expect(await sendTo(before.config, sending)).toMatchObject({ kind: "retry" })
  const { verifiedAt } = channel
  expect(await prisma.channel.findUnique({ where })).toMatchObject({ enabled: true, verifiedAt })
  expect(await renew(known, after)).toBe(0)
  // A disabled channel stays disabled.
  await prisma.channel.update({ where, data: { enabled: false } })
  expect(await renew(after, known)).toBe(1)
  expect(await prisma.channel.findUnique({ where })).toMatchObject({ enabled: false })
})

test("a subscription renewed too late gets the pages that the old one lost", async () => {
  const { prisma } = world.services.database
  const { before, known, after, channel, where } = await makeBrowser()
  const { id: projectId } = await makeProject(world)
  const { id: deliveryId } = await prisma.delivery.create({
    data: {
      id: newId(),
      projectId,
      queue: "page",
      event: "alert.created",
      subjectId: newId(),
      target: `web_push:${channel.id}`,
      channelId: channel.id,
      dedupeKey: newId(),
      payload: {},
    },
  })
  const sending = sendingOf(world, {}, { deliveryId })
  expect(await sendTo(before.config, sending)).toMatchObject({ kind: "dead" })
  expect(await prisma.channel.findUnique({ where })).toMatchObject({ enabled: false })
  const delivery = () => prisma.delivery.findUnique({ where: { id: deliveryId } })
  expect(await delivery()).toMatchObject({ state: "cancelled" })
  expect(await renew(known, after)).toBe(1)
  expect(await prisma.channel.findUnique({ where })).toMatchObject({
    enabled: true,
    lastError: null,
  })
  expect(await delivery()).toMatchObject({ state: "pending", settledAt: null })
})
