import { expect, test } from "vitest"
import { detachResource } from "../../src/graphql/status-pages/status-page/detach-resource.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import {
  confirmUrl,
  manageUrl,
  unsubscribeUrl,
} from "../../src/graphql/status-pages/subscriber/subscription-link.ts"
import { newId } from "../../src/platform/id.ts"
import { waysOf } from "../../src/pages/subscribe/subscription-channels.ts"
import { answerOf } from "../support/answer.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { makePublicPage } from "../support/status-page.ts"
import { expectAccessible, useBrowser } from "../web/browser.ts"

const mail = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Acme <status@example.com>" }
const api = useApi({ ...apiEnv, ...mail })
const { world } = api
const browser = useBrowser({ needsDashboard: false })

const here = (url: string) => url.replace(world.services.env.BASE_URL, api.address)
const subscribers = () => world.services.database.prisma.statusPageSubscriber

const post = (path: string, members: Record<string, string> | [string, string][] = {}) =>
  fetch(`${api.address}${path}`, { method: "POST", body: new URLSearchParams(members) })

const email = (address: string) => ({ kind: "email", address, scope: "page" })

test("a visitor subscribes without scripts, confirms, chooses components and unsubscribes", async () => {
  const { page, attach } = await makePublicPage(world, { name: "Acme" })
  const shop = await attach("Shop")
  const visitor = await browser.visit(api.address, { javaScriptEnabled: false })
  await visitor.page.goto(`/status/${page.slug}`)
  await visitor.page.getByRole("link", { name: "Subscribe" }).click()
  await visitor.page.getByLabel("Address").fill("ada@example.com")
  await visitor.page.getByRole("button", { name: "Subscribe" }).click()
  await visitor.page.getByText("we have sent it a link").waitFor()
  const { id, confirmedAt } = await subscribers().findFirstOrThrow({ where: { pageId: page.id } })
  expect(confirmedAt).toBeNull()
  await visitor.page.goto(here(confirmUrl(world.services, id)))
  expect(await subscribers().findUnique({ where: { id } })).toMatchObject({ confirmedAt: null })
  await visitor.page.getByRole("button", { name: "Confirm" }).click()
  await visitor.page.getByText("Confirmed.").waitFor()
  await visitor.page.goto(here(manageUrl(world.services, id)))
  await visitor.page.getByLabel("Only these components:").check()
  await visitor.page.getByLabel("Shop").check()
  await visitor.page.getByRole("button", { name: "Save" }).click()
  await visitor.page.getByText("Saved.").waitFor()
  const changed = await subscribers().findUniqueOrThrow({
    where: { id },
    include: { resources: true },
  })
  expect(changed.isWholePage).toBe(false)
  expect(changed.resources.map(({ resourceId }) => resourceId)).toEqual([shop.resource.id])
  expect(await visitor.page.getByLabel("Shop").isChecked()).toBe(true)
  // Each mail has one link for both: unsubscribing first, then the selected components.
  await visitor.page.goto(here(unsubscribeUrl(world.services, id)))
  expect(await visitor.page.getByRole("button").allTextContents()).toEqual(["Unsubscribe", "Save"])
  await visitor.page.getByLabel("Language").selectOption("nl")
  await visitor.page.getByRole("button", { name: "Save" }).click()
  await visitor.page.getByText("Opgeslagen").waitFor()
  await visitor.page.goto(`${here(unsubscribeUrl(world.services, id))}?lang=en`)
  await visitor.page.getByRole("button", { name: "Unsubscribe" }).click()
  await visitor.page.getByText("U bent afgemeld").waitFor()
  expect(await subscribers().count({ where: { id } })).toBe(0)
  expect(visitor.faults).toEqual([])
})

test("the form is accessible", async () => {
  const { page, attach } = await makePublicPage(world)
  await attach("Shop")
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(`/status/${page.slug}/subscribe`)
  await expectAccessible(visitor, "the form")
  await visitor.page.goto(`/status/${page.slug}/subscribe?lang=ar`)
  await expectAccessible(visitor, "the form in Arabic")
  expect(visitor.faults).toEqual([])
})

test("one-click unsubscribe works by POST (RFC 8058), opening the link does nothing", async () => {
  const { page } = await makePublicPage(world)
  await post(`/status/${page.slug}/subscribe`, email("ada@example.com"))
  const { id } = await subscribers().findFirstOrThrow({ where: { pageId: page.id } })
  const url = here(unsubscribeUrl(world.services, id))
  expect((await fetch(url)).status).toBe(200)
  expect(await subscribers().count({ where: { id } })).toBe(1)
  const ended = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  })
  expect(ended.status).toBe(200)
  expect(await subscribers().count({ where: { id } })).toBe(0)
  expect((await fetch(url)).status).toBe(404)
})

test("known and unknown addresses get the same response, byte for byte", async () => {
  const { page } = await makePublicPage(world)
  const answer = async (address: string) => {
    const got = await post(`/status/${page.slug}/subscribe`, email(address))
    return { status: got.status, text: await got.text() }
  }
  const first = await answer("ada@example.com")
  await subscribers().updateMany({
    where: { pageId: page.id },
    data: { confirmedAt: new Date() },
  })
  expect(await answer("ada@example.com")).toEqual(first)
  expect(first.status).toBe(200)
})

test("invalid addresses are refused, and a private page has no form", async () => {
  const { page } = await makePublicPage(world)
  const status = async (members: Record<string, string>) =>
    (await post(`/status/${page.slug}/subscribe`, members)).status
  expect(await status(email("nobody"))).toBe(400)
  expect(await status({ kind: "webhook", address: "ftp://example.com/x" })).toBe(400)
  expect(await status({ kind: "webhook", address: "https://169.254.169.254/x" })).toBe(400)
  expect(await status({ kind: "pigeon", address: "ada@example.com" })).toBe(400)
  expect(await status({})).toBe(400)
  expect(await status({ kind: "slack", address: "https://hooks.slack.com/services/T/B/x" })).toBe(
    200,
  )
  const hidden = await makePublicPage(world, { isPublic: false })
  const path = `/status/${hidden.page.slug}/subscribe`
  expect((await fetch(`${api.address}${path}`)).status).toBe(404)
  expect((await post(path, email("ada@example.com"))).status).toBe(404)
  expect(await subscribers().count({ where: { pageId: hidden.page.id } })).toBe(0)
  expect((await fetch(`${api.address}/subscriptions/${"x".repeat(43)}`)).status).toBe(404)
  expect((await post(`/subscriptions/confirm/${"x".repeat(43)}`)).status).toBe(404)
})

test("links keep the language of the form, and stop working when the page becomes private", async () => {
  const { page } = await makePublicPage(world)
  await post(`/status/${page.slug}/subscribe?lang=de`, email("ada@example.com"))
  const { id, language } = await subscribers().findFirstOrThrow({ where: { pageId: page.id } })
  expect(language).toBe("de")
  const { services } = world
  const links = [confirmUrl(services, id), manageUrl(services, id), unsubscribeUrl(services, id)]
  const headers = { "accept-language": "fr" }
  for (const link of links) {
    const text = await (await fetch(here(link), { headers })).text()
    expect(text).toContain('<html lang="de"')
    expect(text).not.toMatch(/Unsubscribe|Confirm|abonner/)
  }
  const manage = new URL(here(manageUrl(services, id))).pathname
  expect(await (await post(manage, { scope: "page", language: "ja" })).text()).toContain("日本語")
  expect(await subscribers().findUnique({ where: { id } })).toMatchObject({ language: "ja" })
  expect((await post(manage, { scope: "page", language: "xx" })).status).toBe(200)
  expect(await subscribers().findUnique({ where: { id } })).toMatchObject({ language: "ja" })

  await updateStatusPage(world.system, { id: page.id, isPublic: false })
  for (const link of links) {
    const unknown = here(link).replace(/[\w-]{43}/, "x".repeat(43))
    for (const method of ["GET", "POST"]) {
      expect(await answerOf(here(link), { method })).toEqual(await answerOf(unknown, { method }))
    }
  }
  // An unsubscribed address is not notified when the page is public again.
  expect(await subscribers().count({ where: { id } })).toBe(0)
})

test("push notifications are offered only at the installation's own URL, over TLS", async () => {
  const { services } = world
  const waysAt = (BASE_URL: string, path: string) =>
    waysOf({ ...services, env: { ...services.env, BASE_URL } }, path, "acme")
  const keyAt = (...given: Parameters<typeof waysAt>) => waysAt(...given).pushKey
  expect(keyAt("https://watch.example", "/status/acme")).toMatch(/^[\w-]{87}$/)
  expect(keyAt("https://watch.example", "")).toBeUndefined()
  expect(keyAt("http://watch.example", "/status/acme")).toBeUndefined()
  // A page's own domain links to where they are offered, or shows nothing if they are offered nowhere.
  expect(waysAt("https://watch.example", "").pushAt).toBe(
    "https://watch.example/status/acme/subscribe",
  )
  expect(waysAt("http://watch.example", "").pushAt).toBeUndefined()
  const { page } = await makePublicPage(world)
  const { headers } = await fetch(`${api.address}/status/${page.slug}/subscribe`)
  expect(headers.get("content-security-policy")).toMatch(
    /script-src 'sha256-[\w+/=]+'; connect-src 'self'; worker-src 'self';/,
  )
})

test("choosing some components without selecting one is refused, and changes nothing", async () => {
  const { page, attach } = await makePublicPage(world)
  const shop = await attach("Shop")
  const some = { ...email("ada@example.com"), scope: "components" }
  const none = await post(`/status/${page.slug}/subscribe`, some)
  expect(none.status).toBe(400)
  expect(await none.text()).toContain("Choose at least one component")
  expect(await subscribers().count({ where: { pageId: page.id } })).toBe(0)
  await post(`/status/${page.slug}/subscribe`, { ...some, component: shop.resource.id })
  const { id } = await subscribers().findFirstOrThrow({ where: { pageId: page.id } })
  const manage = new URL(here(manageUrl(world.services, id))).pathname
  expect(await (await post(manage, { scope: "components" })).text()).toContain("Choose at least")
  expect(
    await subscribers().findUnique({ where: { id }, include: { resources: true } }),
  ).toMatchObject({
    isWholePage: false,
    resources: [{ resourceId: shop.resource.id }],
  })
  // The checkboxes come after their radio button, so that none is checked in vain.
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(`/status/${page.slug}/subscribe`)
  expect(await visitor.page.getByLabel("Shop").isVisible()).toBe(false)
  await visitor.page.getByLabel("Only these components:").check()
  await visitor.page.getByLabel("Shop").check()
  expect(visitor.faults).toEqual([])
})

test("a subscriber whose components were removed does not select all of them by saving", async () => {
  const { page, attach } = await makePublicPage(world)
  const shop = await attach("Shop")
  const some = { ...email("ada@example.com"), scope: "components" }
  await post(`/status/${page.slug}/subscribe`, { ...some, component: shop.resource.id })
  const { id } = await subscribers().findFirstOrThrow({ where: { pageId: page.id } })
  await detachResource(world.system, { id: shop.resource.id })
  const text = await (await fetch(here(manageUrl(world.services, id)))).text()
  expect(text).toMatch(/value="components"\s+checked/)
  expect(text).not.toMatch(/value="page"\s+checked/)
})

test("a form with every component of a large page is accepted", async () => {
  const { page, attach } = await makePublicPage(world)
  const shop = await attach("Shop")
  const ticked = Array.from({ length: 999 }, (): [string, string] => ["component", newId()])
  const answer = await post(`/status/${page.slug}/subscribe`, [
    ...Object.entries({ ...email("ada@example.com"), scope: "components" }),
    ...ticked,
    ["component", shop.resource.id],
  ])
  expect(answer.status).toBe(200)
  const found = await subscribers().findFirstOrThrow({
    where: { pageId: page.id },
    include: { resources: true },
  })
  expect(found.resources.map(({ resourceId }) => resourceId)).toEqual([shop.resource.id])
})

test("of a thousand attempts from one address all but the first few are refused", async () => {
  const { page } = await makePublicPage(world)
  const answers: Response[] = []
  for (let at = 0; at < 1000; at += 50) {
    const batch = Array.from({ length: 50 }, (_, n) =>
      post(`/status/${page.slug}/subscribe`, email(`a${at + n}@example.com`)),
    )
    answers.push(...(await Promise.all(batch)))
  }
  const taken = await subscribers().count({ where: { pageId: page.id } })
  expect(taken).toBeLessThanOrEqual(20)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(980)
  const waits = refused.map(({ headers }) => Number(headers.get("retry-after")))
  expect(Math.min(...waits)).toBeGreaterThan(0)
})
