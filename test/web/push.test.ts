import { expect, test } from "vitest"
import { acknowledgeUrl } from "../../src/graphql/incidents/alert/acknowledge-link.ts"
import { openConfig } from "../../src/graphql/delivery/channel/channel-config.ts"
import { webPush as kind } from "../../src/channels/web-push/web-push.ts"
import { vapidOf } from "../../src/channels/web-push/vapid.ts"
import { newId } from "../../src/platform/id.ts"
import type { Message } from "../../src/channels/message.ts"
import { webPush } from "../../src/channels/web-push/send-web-push.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { codeOf } from "../support/channels.ts"
import { page as pageMessage, sendingOf, startProvider } from "../support/chat.ts"
import { makeOutage } from "../support/outage.ts"
import { makeSubscription } from "../support/push.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser } from "./browser.ts"
import { serviceWorkerOf } from "./service-worker.ts"

const browser = useBrowser({ program: "chromium" })
const port = await freePort()
const base = `http://localhost:${port}`
const api = useApi({ ...apiEnv, HOST: "localhost", PORT: port, BASE_URL: base })

/** An alert and its page to a person. */
async function makePage(projectId: string) {
  const { services } = api.world
  const { alertId } = await makeOutage(api.world, projectId)
  const { prisma } = services.database
  const { id: userId } = await prisma.user.findFirstOrThrow()
  const page = { id: newId(), projectId, alertId, userId, round: 1, ruleOrder: 1 }
  await prisma.page.create({ data: { ...page, reason: "Ada is on call." } })
  const url = acknowledgeUrl(services, { alertId, pageId: page.id })
  return { alertId, url }
}

test("a device is subscribed, verified by its first notification, and acknowledges from a notification", async () => {
  const visitor = await browser.visit(base, { permissions: ["notifications"] })
  const { page } = visitor
  const service = await startProvider(() => ({ status: 201 }))
  const subscription = makeSubscription(`${service.url}/push/device`)
  // Real push services are on the internet; everything else is the browser's own.
  const given = JSON.stringify(subscription.settings)
  await page.addInitScript(`
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      globalThis.usedKey = applicationServerKey
      return { toJSON: () => (${given}) }
    }`)
  await signUp(visitor, "ada@example.test", "Acme")
  await page.goto("/account/contact")
  const part = page.getByRole("region", { name: "Notifications on this device" })
  await part.getByRole("button", { name: "Turn on" }).waitFor()
  await expectAccessible(visitor, "notifications off")

  const manifest = await page.request.get("/manifest.webmanifest")
  expect(manifest.headers()["content-type"]).toBe("application/manifest+json")
  await part.getByRole("button", { name: "Turn on" }).click()
  await part.getByText("Waiting for the first notification").waitFor()
  expect(await page.evaluate("usedKey")).toBe(vapidOf(api.world.services).publicKey)

  const { prisma } = api.world.services.database
  const channel = await prisma.channel.findFirstOrThrow({ where: { kind: "web_push" } })
  expect(channel.name).toBe("Chrome on Linux")
  const worker = await serviceWorkerOf(page)
  const config = kind.config.parse(openConfig(api.world.services.vault, channel))
  const push = async (message: Message) => {
    const outcome = await webPush.send(config, message, sendingOf(api.world))
    expect(outcome).toMatchObject({ kind: "accepted" })
    await worker.push(subscription.read(service.heard.at(-1)?.raw ?? Buffer.of()))
  }
  const code = await codeOf(api.world, channel.id)
  await push({ kind: "code", code, expiresAt: new Date(), owner: "Ada", verifyUrl: null })
  await part.getByRole("button", { name: "Send test" }).waitFor()
  await expectAccessible(visitor, "notifications on")

  const project = await prisma.project.findFirstOrThrow()
  const { alertId, url } = await makePage(project.id)
  await push(pageMessage({ alertId, acknowledgeUrl: url, url: `${base}/account` }))
  expect(await worker.titles()).toContain("🔴 #12 shop is down")
  // Browsers open windows only after a real click, so only the call can be observed here.
  await worker.ask("self.clients.openWindow = async (url) => { self.opened = url }")
  await worker.press("🔴 #12 shop is down")
  expect(await worker.ask("self.opened")).toBe(url)
  await push(pageMessage({ alertId, acknowledgeUrl: url, url: `${base}/account` }))
  await worker.press("🔴 #12 shop is down", "acknowledge")
  expect(await worker.titles()).toContain("Acknowledged")
  const alert = await prisma.alert.findUniqueOrThrow({ where: { id: alertId } })
  expect(alert.acknowledgedBy).toBe("Ada Lovelace")

  // The browser renews its subscription; the event is missed, so the next visit reports it.
  const next = makeSubscription(`${service.url}/push/renewed`)
  const subscribed = ({ settings }: typeof next) =>
    worker.ask(`PushManager.prototype.getSubscription = async () => {
      const known = ${JSON.stringify(settings)}
      return { ...known, options: {}, toJSON: () => known }
    }`)
  await subscribed(subscription)
  await push({ kind: "test", channel: "Chrome on Linux", owner: "Ada" })
  expect(await worker.titles()).toContain("Test message")
  const toldOf = () =>
    worker.ask(`kept()
      .then((cache) => cache.match(place()))
      .then((known) => known.json())
      .then((known) => known.subscription.endpoint)`)
  expect(await toldOf()).toBe(subscription.settings.endpoint)
  await subscribed(next)
  const endpointNow = async () => {
    const { id } = channel
    const now = await prisma.channel.findUniqueOrThrow({ where: { id } })
    expect(now.verifiedAt).not.toBeNull()
    return kind.config.parse(openConfig(api.world.services.vault, now)).endpoint
  }
  await page.reload()
  await soon(endpointNow).toBe(next.settings.endpoint)
  await soon(toldOf).toBe(next.settings.endpoint)
  await subscribed(subscription)
  await worker.hand(`new ExtendableEvent("pushsubscriptionchange")`)
  expect(await endpointNow()).toBe(subscription.settings.endpoint)
  // Messages to the old subscription meanwhile lead to the new one.
  await subscribed(next)
  await push({ kind: "test", channel: "Chrome on Linux", owner: "Ada" })
  expect(await endpointNow()).toBe(next.settings.endpoint)

  await page.evaluate("localStorage.clear()")
  await page.reload()
  const others = part.getByRole("list", { name: "Other devices" })
  await others.getByText("Chrome on Linux").waitFor()
  await expectAccessible(visitor, "another device")
  await page.evaluate(`localStorage.setItem("watchkeeper.device", "${channel.id}")`)
  await page.reload()
  await part.getByRole("button", { name: "Turn off" }).click()
  await part.getByRole("button", { name: "Turn on" }).waitFor()
  expect(await prisma.channel.count({ where: { kind: "web_push" } })).toBe(0)
  expect(visitor.faults).toEqual([])
})
