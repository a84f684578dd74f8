import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { recordChecks } from "../../src/graphql/monitoring/check/record-checks.ts"
import { createGroup } from "../../src/graphql/status-pages/status-page/create-group.ts"
import { moveResource } from "../../src/graphql/status-pages/status-page/move-resource.ts"
import { setLogo } from "../../src/graphql/status-pages/status-page/set-logo.ts"
import { updateGroup } from "../../src/graphql/status-pages/status-page/update-group.ts"
import { updateStatusPage } from "../../src/graphql/status-pages/status-page/update-status-page.ts"
import { readPublicPage } from "../../src/graphql/status-pages/status-page/view-page.ts"
import { newId } from "../../src/platform/id.ts"
import { mainFont } from "../../src/pages/fonts/fonts.ts"
import { plainText } from "../../src/pages/markdown.ts"
import { localeOf } from "../../src/pages/status-page/locale.ts"
import { renderPage } from "../../src/pages/status-page/render-page.ts"
import { createCopies } from "../../src/pages/serve/static-copy.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { checkOf, offline } from "../support/checks.ts"
import { maintain } from "../support/history.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"
import { expectAccessible, useBrowser, type Visitor } from "../web/browser.ts"

const mail = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Acme <status@example.com>" }
const api = useApi({ ...apiEnv, ...mail })
const { world } = api
const browser = useBrowser({ needsDashboard: false })
const hourMs = 3_600_000

const read = async (path: string) => (await fetch(`${api.address}/status/${path}`)).text()
const system = () => world.system

/** Shop is down; Mail has a window ahead. */
async function makePage() {
  const made = await makePublicPage(world, { name: "Acme Cloud" })
  const [shop, mail] = [await made.attach("Shop"), await made.attach("Mail")]
  const now = Date.now()
  await recordChecks(world.services, [
    checkOf(shop.monitor, new Date(now - 60_000)),
    checkOf(mail.monitor, new Date(now - 60_000)),
  ])
  await recordChecks(world.services, [checkOf(shop.monitor, new Date(now), offline)])
  const ahead = [new Date(now + hourMs), new Date(now + 2 * hourMs)] as const
  const window = await maintain(world, mail.monitor, ...ahead)
  return { ...made, shop, mail, window }
}

test("visitors see times in their own zone and UTC beside them; without scripts in UTC", async () => {
  const { page, shop } = await makePage()
  const visitor = await browser.visit(api.address, { timezoneId: "Asia/Kolkata" })
  await visitor.page.goto(`/status/${page.slug}`)
  const asOf = visitor.page.locator(".asof time")
  expect(await asOf.textContent()).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d (?:GMT\+5:30|IST)$/)
  expect(await asOf.getAttribute("title")).toMatch(/UTC$/)
  const span = visitor.page.locator(".planned time")
  expect(await span.last().textContent()).toMatch(/(?:GMT\+5:30|IST)$/)
  expect(await span.first().getAttribute("title")).toMatch(/UTC$/)
  await visitor.page.getByText("Times are in your time zone (Asia/").waitFor()
  // A change that arrives later is written in the same zone.
  await recordChecks(world.services, [checkOf(shop.monitor, new Date())])
  await visitor.page
    .locator(".headline", { hasText: "Operational" })
    .or(visitor.page.locator(".headline", { hasText: "All systems operational" }))
    .first()
    .waitFor()
  expect(await asOf.textContent()).toMatch(/(?:GMT\+5:30|IST)$/)
  expect(visitor.faults).toEqual([])

  const plain = await browser.visit(api.address, {
    timezoneId: "Asia/Kolkata",
    javaScriptEnabled: false,
  })
  await plain.page.goto(`/status/${page.slug}`)
  expect(await plain.page.locator(".asof time").textContent()).toMatch(/UTC$/)
  await plain.page.getByText("Times are in UTC").waitFor()
})

test("Subscribe opens one dialog with every way there is, and keeps it for the answer", async () => {
  const { page } = await makePage()
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(`/status/${page.slug}`)
  const button = visitor.page.getByRole("link", { name: "Subscribe" })
  await button.click()
  const dialog = visitor.page.getByRole("dialog", { name: "Subscribe" })
  await dialog.waitFor()
  expect(await dialog.getByRole("option").allTextContents()).toEqual([
    "E-mail",
    "Webhook",
    "Slack",
    "Notifications in this browser",
  ])
  const feeds = await dialog.getByRole("link").allTextContents()
  expect(feeds).toEqual(["RSS", "Atom", "JSON", "Calendar"])
  await expectAccessible(visitor, "the dialog")
  await visitor.page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  expect(await visitor.page.evaluate<string>("document.activeElement.className")).toBe(
    "subscribe-button",
  )
  await button.click()
  await dialog.getByLabel("Address").fill("ada@example.com")
  await dialog.getByRole("button", { name: "Subscribe" }).click()
  await dialog.getByText("we have sent it a link").waitFor()
  expect(visitor.page.url()).toContain(`/status/${page.slug}`)
  expect(visitor.faults).toEqual([])
})

test("groups fold, stay as a visitor left them, and open by themselves only for a problem", async () => {
  const { page, shop, mail } = await makePage()
  const statusPageId = page.id
  const [europe, asia] = [
    await createGroup(system(), { statusPageId, name: "Europe" }),
    await createGroup(system(), { statusPageId, name: "Asia" }),
  ]
  await moveResource(system(), { id: shop.resource.id, groupId: europe.id, position: 1 })
  await moveResource(system(), { id: mail.resource.id, groupId: asia.id, position: 1 })
  for (const { id } of [europe, asia]) await updateGroup(system(), { id, isCollapsed: true })
  await soon(() => read(page.slug)).toContain("Asia")
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(`/status/${page.slug}`)
  const group = (name: string) => visitor.page.locator("details.group", { hasText: name })
  const isOpen = async (name: string) => (await group(name).getAttribute("open")) !== null
  expect([await isOpen("Europe"), await isOpen("Asia")]).toEqual([true, false])
  expect(await group("Asia").locator("summary").first().innerText()).toMatch(/Asia\s+Operational/)
  await visitor.page.getByRole("heading", { name: "Europe" }).click()
  await recordChecks(world.services, [checkOf(shop.monitor, new Date())])
  await group("Europe").locator("summary", { hasText: "Operational" }).first().waitFor()
  expect(await isOpen("Europe")).toBe(false)
  expect(visitor.faults).toEqual([])
})

test("a page has the look that its editor chose, and the previews of links", async () => {
  const { page } = await makePage()
  const links = [{ label: "Docs", url: "https://docs.acme.test/" }]
  const customCss = ":root { --radius: 0 }\n/* square */"
  await updateStatusPage(system(), {
    id: page.id,
    theme: "dark",
    font: "serif",
    density: "compact",
    links,
    customCss,
    showsMaker: false,
  })
  await soon(() => read(page.slug)).toContain("docs.acme.test")
  const text = await read(page.slug)
  expect(text).toContain("color-scheme:dark")
  expect(text).not.toContain("prefers-color-scheme")
  expect(text).toContain(":root { --radius: 0 }</style>")
  expect(text).not.toMatch(/woff2|square|Powered by/)
  expect(text).toContain(`<link rel="canonical" href="${world.services.env.BASE_URL}/status/`)
  expect(text).toMatch(/property="og:title" content="[^"]*Acme Cloud"/)
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(`/status/${page.slug}`)
  expect(await visitor.page.getByRole("link", { name: "Docs" }).getAttribute("href")).toBe(
    "https://docs.acme.test/",
  )
  const radius = "getComputedStyle(document.querySelector('.card')).borderRadius"
  expect(await visitor.page.evaluate<string>(radius)).toBe("0px")
  await expectAccessible(visitor, "a dark page")
  expect(visitor.faults).toEqual([])
  const six = Array.from({ length: 6 }, () => ({ label: "x", url: "https://acme.test/" }))
  const refused: [Parameters<typeof updateStatusPage>[1], RegExp][] = [
    [
      { id: page.id, customCss: ".card {}\n.card { display: none }" },
      /customCss line 2: "display"/,
    ],
    [{ id: page.id, links: [{ label: "x", url: "javascript:alert(1)" }] }, /must start with https/],
    [{ id: page.id, links: six }, /at most 5 links/],
  ]
  for (const [changes, reason] of refused) {
    await expect(updateStatusPage(system(), changes)).rejects.toThrow(reason)
  }
})

const image = "R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="

/** The theme of a page, and which logo it shows. */
const shown = (visitor: Visitor) =>
  visitor.page.evaluate<string>(`(() => {
    const isDark = getComputedStyle(document.documentElement).colorScheme === "dark"
    const logos = [...document.querySelectorAll(".logo")].filter((one) => one.checkVisibility())
    return [isDark ? "dark" : "light", ...logos.map((one) => one.src.includes("logo-dark") ? "dark" : "light")].join(" ")
  })()`)

test("a visitor chooses light or dark, and keeps the choice; the logo follows it", async () => {
  const { page } = await makePage()
  await setLogo(system(), { id: page.id, image })
  await setLogo(system(), { id: page.id, image, isForDark: true })
  await soon(() => read(page.slug)).toContain("logo-dark")
  for (const javaScriptEnabled of [true, false]) {
    const visitor = await browser.visit(api.address, { javaScriptEnabled, colorScheme: "light" })
    await visitor.page.goto(`/status/${page.slug}`)
    await visitor.page.getByText("Dark", { exact: true }).click()
    if (javaScriptEnabled) await soon(() => shown(visitor)).toBe("dark dark")
    await visitor.page.reload()
    const dark = visitor.page.getByRole("radio", { name: "Dark" })
    expect(await dark.isChecked()).toBe(javaScriptEnabled)
    if (javaScriptEnabled) await expectAccessible(visitor, "a page with a theme switch")
    expect(visitor.faults).toEqual([])
  }
})

test("a page without a logo has a picture for previews of links", async () => {
  const { page } = await makePage()
  await updateStatusPage(system(), { id: page.id, accentColor: "#0a7d5b" })
  await soon(() => read(page.slug)).toContain("0a7d5b")
  const url = /property="og:image" content="([^"]+)"/.exec(await read(page.slug))?.[1] ?? ""
  const answer = await fetch(api.address + new URL(url).pathname)
  expect(answer.headers.get("content-type")).toBe("image/png")
  const picture = Buffer.from(await answer.arrayBuffer())
  expect(picture.includes(Buffer.from("0a7d5b", "hex"))).toBe(true)
  expect(picture.length).toBeLessThan(10_000)
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(new URL(url).pathname)
  expect(
    await visitor.page.evaluate<number[]>(
      "[document.images[0].naturalWidth, document.images[0].naturalHeight]",
    ),
  ).toEqual([1200, 630])
})

test("the day under the pointer says its date and state", async () => {
  const { page } = await makePage()
  const visitor = await browser.visit(api.address)
  await visitor.page.goto(`/status/${page.slug}`)
  const bar = await visitor.page.locator(".bars").first().boundingBox()
  if (bar === null) throw new Error("the bar is shown")
  await visitor.page.mouse.move(bar.x + bar.width * 0.5, bar.y + bar.height / 2)
  const day = new Date(Date.now() - 44 * 24 * hourMs)
  const said = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(
    day,
  )
  await visitor.page.locator(".tip", { hasText: `${said}: no data` }).waitFor()
  await visitor.page.mouse.move(5, 5)
  expect(await visitor.page.locator(".tip").isHidden()).toBe(true)
  expect(visitor.faults).toEqual([])
})

test("young figures say how much data they rest on", async () => {
  const { page } = await makePage()
  expect(await read(page.slug)).toMatch(/100% uptime\s*<small>\d+ mins? of data<\/small>/)
})

test("one maintenance window can be added to a calendar", async () => {
  const { page, window, mail } = await makePage()
  expect(await read(page.slug)).toContain(`/status/${page.slug}/maintenance/${window.id}.ics`)
  await maintain(
    world,
    mail.monitor,
    new Date(Date.now() + 3 * hourMs),
    new Date(Date.now() + 4 * hourMs),
  )
  const calendar = await fetch(`${api.address}/status/${page.slug}/maintenance/${window.id}.ics`)
  expect(calendar.headers.get("content-type")).toMatch(/^text\/calendar/)
  expect((await calendar.text()).match(/BEGIN:VEVENT/g)).toHaveLength(1)
  const other = await fetch(`${api.address}/status/${page.slug}/maintenance/${page.id}.ics`)
  expect(other.status).toBe(404)
})

test("an address below a page that has nothing leads back to the page", async () => {
  const { page } = await makePage()
  const visitor = await browser.visit(api.address)
  for (const path of ["nothing", "incidents/nothing", "history/1999-01"]) {
    const response = await visitor.page.goto(`/status/${page.slug}/${path}`)
    expect(response?.status()).toBe(404)
    await visitor.page.getByText("The light is on, but there is nothing at this address.").waitFor()
    await visitor.page.getByRole("link", { name: "Acme Cloud" }).waitFor()
  }
  await expectAccessible(visitor, "the page for unknown addresses")
  expect(visitor.faults).toEqual([])
})

test("a page of a hundred components weighs at most 60 kB with its font", async () => {
  const { page } = await makePage()
  const view = await readPublicPage(world.services, page.slug, new Date())
  const [section] = view?.sections ?? []
  const [one] = section?.components ?? []
  if (!view || !section || !one) throw new Error("the page has a component")
  const marks = ["degraded", "partial_outage", "major_outage"] as const
  const components = Array.from({ length: 100 }, (_, n) => ({
    ...one,
    id: newId(),
    name: `Component ${n}`,
    percent: 99.9,
    responseTimes: {
      hours: 24,
      medians: Array.from({ length: 24 }, (_, h) => 50 + ((h * n) % 37)),
    },
    days: one.days.map((day, d) =>
      (d * 7 + n * 13) % 31 === 0
        ? {
            ...day,
            mark: marks[(d + n) % 3] ?? "degraded",
            percent: 98.3,
            downMs: (20 + n) * 60_000,
          }
        : { ...day, mark: "operational" as const, percent: 100, coverage: 1, downMs: 0 },
    ),
  }))
  const setting = {
    path: `/status/${page.slug}`,
    locale: localeOf("en"),
    isChosen: false,
    live: { slug: page.slug, version: "x" },
    subscribing: ["email", "webhook"] as const,
  }
  const { text } = renderPage(
    { ...view, sections: [{ ...section, components }] },
    setting,
    plainText,
  )
  const font = await (await fetch(api.address + mainFont)).arrayBuffer()
  expect(gzipSync(text).length + font.byteLength).toBeLessThan(60_000)
})

test("fonts are cached for good, and a copy loads its own", async () => {
  const { page } = await makePage()
  const [path = ""] = /\/fonts\/inter-latin\.[\w-]+\.woff2/.exec(await read(page.slug)) ?? []
  const font = await fetch(api.address + path)
  expect(font.headers.get("content-type")).toBe("font/woff2")
  expect(font.headers.get("cache-control")).toBe("public, max-age=31536000")
  expect((await font.arrayBuffer()).byteLength).toBeLessThan(18_000)
  expect((await fetch(`${api.address}/fonts/other.woff2`)).status).toBe(404)

  const view = await readPublicPage(world.services, page.slug, new Date())
  if (view === null) throw new Error("the page is public")
  const { files } = await createCopies(world.services)(view, {
    names: [],
    sources: {},
    isWhole: true,
  })
  expect(files.map(({ name }) => name)).toContain(path.slice(1))
  for (const { name, bytes } of files.filter(({ type }) => type.startsWith("text/html"))) {
    const text = bytes.toString()
    const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? ""
    const up = "../".repeat(name.split("/").length - 1)
    expect(style).toContain(`url(${up}${path.slice(1)})`)
    expect(text).toContain(
      createHash("sha256").update(style).digest("base64").replaceAll("'", "&#39;"),
    )
  }
})
