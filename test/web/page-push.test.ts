import { expect, test } from "vitest"
import { vapidOf } from "../../src/channels/web-push/vapid.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { senders } from "../../src/channels/senders.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { startProvider } from "../support/chat.ts"
import { lanesOf } from "../support/queue.ts"
import { makeSubscription } from "../support/push.ts"
import { makePublicPage } from "../support/status-page.ts"
import { expectAccessible, freePort, useBrowser, type Visitor } from "./browser.ts"
import { serviceWorkerOf } from "./service-worker.ts"
import { fanOutDue } from "../support/events.ts"

const browser = useBrowser({ program: "chromium" })
const port = await freePort()
const base = `http://localhost:${port}`
const api = useApi({ ...apiEnv, HOST: "localhost", PORT: port, BASE_URL: base })
const { world } = api

/** A visitor whose browser has a fake push service; real ones are on the internet. */
async function visitWithPush(answer: () => { status: number } = () => ({ status: 201 })) {
  const visitor = await browser.visit(base, { permissions: ["notifications"] })
  const { page } = visitor
  const service = await startProvider(answer)
  const { settings, read } = makeSubscription(`${service.url}/push/browser`)
  await page.addInitScript(`
    let made = null
    PushManager.prototype.getSubscription = async () => made
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      globalThis.usedKey = applicationServerKey
      made = {
        toJSON: () => (${JSON.stringify(settings)}),
        unsubscribe: async () => { made = null; return true },
      }
      return made
    }`)
  const queues = lanesOf(world)
  return {
    ...visitor,
    /** Sends queued notices and passes them to the browser like its push service. */
    async push() {
      while ((await fanOutDue(world.services)) > 0);
      await queues.sendDue("notice", senders)
      const worker = await serviceWorkerOf(page)
      await worker.push(read(service.heard.at(-1)?.raw ?? Buffer.of()))
    },
  }
}

const optionsOf = ({ page }: Visitor) => page.getByRole("option").allTextContents()
const subscribers = () => world.services.database.prisma.statusPageSubscriber

test("a visitor gets notifications of the chosen components, and unsubscribes from a notification", async () => {
  const { page: shown, projectId, attach } = await makePublicPage(world, { name: "Acme" })
  const { monitor, resource } = await attach("Shop")
  const visitor = await visitWithPush()
  const { page } = visitor
  await page.goto(`/status/${shown.slug}/subscribe`)
  await page.getByLabel("Channel").selectOption("Notifications in this browser")
  expect(await page.getByLabel("Address").isVisible()).toBe(false)
  await page.getByLabel("Only these components:").check()
  await page.getByLabel("Shop").check()
  await page.getByRole("button", { name: "Subscribe" }).click()
  await page.getByText("Waiting for the first notification").waitFor()
  await expectAccessible(visitor, "waiting for the first notification")
  expect(await page.evaluate("usedKey")).toBe(vapidOf(world.services).publicKey)
  const worker = await serviceWorkerOf(page)
  expect(await worker.ask("self.registration.scope")).toBe(`${base}/status/${shown.slug}/`)
  const where = { pageId: shown.id }
  expect(await subscribers().findFirst({ where })).toMatchObject({ confirmedAt: null })

  await visitor.push()
  await page.getByText("Confirmed.").waitFor()
  const joined = await subscribers().findFirstOrThrow({ where, include: { resources: true } })
  expect(joined).toMatchObject({ kind: "web_push", isWholePage: false })
  expect(joined.confirmedAt).not.toBeNull()
  expect(joined.resources.map(({ resourceId }) => resourceId)).toEqual([resource.id])

  const { id } = await declareIncident(world.system, {
    projectId,
    title: "Fire",
    monitors: [{ monitorId: monitor.id, status: "offline" }],
  })
  await visitor.push()
  const shownNow = () =>
    worker.ask<{ title: string; url: string; actions: string[] }[]>(
      `self.registration.getNotifications().then((all) => all.map(({ title, data, actions }) =>
        ({ title, url: data.url, actions: actions.map(({ action }) => action) })))`,
    )
  expect(await shownNow()).toContainEqual({
    title: "Fire · Acme",
    url: `${base}/status/${shown.slug}/incidents/${id}`,
    actions: ["unsubscribe"],
  })
  // Browsers open windows only after a real click, so only the call can be observed here.
  await worker.ask("self.clients.openWindow = async (url) => { self.opened = url }")
  await worker.press("Fire · Acme")
  expect(await worker.ask("self.opened")).toBe(`${base}/status/${shown.slug}/incidents/${id}`)
  await declareIncident(world.system, {
    projectId,
    title: "Flood",
    monitors: [{ monitorId: monitor.id, status: "offline" }],
  })
  await visitor.push()
  expect(await worker.titles()).toContain("Flood · Acme")
  await worker.press("Flood · Acme", "unsubscribe")
  expect(await worker.titles()).toContain(
    "You are unsubscribed. You will get no more notifications.",
  )
  expect(await subscribers().count({ where })).toBe(0)
  expect(visitor.faults).toEqual([])
})

test("a subscription that the browser ends is deleted when the push service reports it", async () => {
  const { page: shown, projectId, attach } = await makePublicPage(world)
  const { monitor } = await attach("Shop")
  const state = { status: 201 }
  const visitor = await visitWithPush(() => state)
  const { page } = visitor
  await page.goto(`/status/${shown.slug}/subscribe?lang=de`)
  await page.getByLabel("Auf welchem Weg").selectOption("Mitteilungen in diesem Browser")
  await page.getByRole("button", { name: "Abonnieren" }).click()
  await page.getByText("Die erste Mitteilung ist unterwegs").waitFor()
  await visitor.push()
  await page.getByRole("button", { name: "Abbestellen" }).click()
  await page.getByText("Sie haben abbestellt.").waitFor()
  state.status = 410
  await declareIncident(world.system, { projectId, title: "Fire", monitorId: monitor.id })
  await visitor.push()
  expect(await subscribers().count({ where: { pageId: shown.id } })).toBe(0)
  expect(visitor.faults).toEqual([])
})

test("without permission, without scripts and in an old browser there is no push subscription", async () => {
  const { page: shown } = await makePublicPage(world)
  const path = `/status/${shown.slug}/subscribe`
  const still = await browser.visit(base, { javaScriptEnabled: false })
  await still.page.goto(path)
  expect(await optionsOf(still)).toEqual(["Webhook", "Slack"])
  const old = await browser.visit(base)
  await old.page.addInitScript("delete globalThis.PushManager")
  await old.page.goto(path)
  expect(await optionsOf(old)).toEqual(["Webhook", "Slack"])
  const wary = await browser.visit(base)
  await wary.page.addInitScript(`Notification.requestPermission = async () => "denied"`)
  await wary.page.goto(path)
  await wary.page.getByLabel("Channel").selectOption("Notifications in this browser")
  await wary.page.getByRole("button", { name: "Subscribe" }).click()
  await wary.page.getByText("Your browser blocks notifications from this page").waitFor()
  expect(await subscribers().count({ where: { pageId: shown.id } })).toBe(0)
  expect([...still.faults, ...old.faults, ...wary.faults]).toEqual([])
})
