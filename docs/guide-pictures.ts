import { randomBytes } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Page } from "playwright-core"

/** Draws the pictures of `docs/guides` from the demo, in light and dark; `screenshots.ts` calls it. */

const size = { width: 1200, height: 750 }
const pictures = join(import.meta.dirname, "guides/pictures")

async function draw(page: Page, name: string): Promise<void> {
  await page.evaluate("document.fonts.ready")
  // Cards read their rows after the page.
  while ((await page.locator(".waiting").count()) > 0) await page.waitForTimeout(200)
  await page.waitForLoadState("networkidle").catch(() => undefined)
  const session = await page.context().newCDPSession(page)
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    // Charts are drawn again.
    await page.waitForTimeout(500)
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 72 })
    const file = `${name}${colorScheme === "dark" ? "-dark" : ""}.webp`
    await writeFile(join(pictures, file), Buffer.from(data, "base64"))
  }
  await page.emulateMedia({ colorScheme: "light" })
  await session.detach()
}

/** @param page signed in to the demo, whose outage has been escalated. */
export async function drawGuides(page: Page): Promise<void> {
  await page.setViewportSize(size)
  const url = new URL(page.url())
  const project = url.pathname.split("/").slice(0, 3).join("/")
  const open = async (path: string, heading: string | RegExp) => {
    await page.goto(path.startsWith("/") ? path : `${project}/${path}`)
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor()
  }
  await drawMonitors(page, open)
  await drawOnCall(page, open)
  await drawPages(page, open)
  await drawTelemetry(page, open, url.origin)
}

type Open = (path: string, heading: string | RegExp) => Promise<void>

async function drawMonitors(page: Page, open: Open): Promise<void> {
  await open("monitors", "Monitors")
  await page.getByRole("link", { name: "Shop", exact: true }).click()
  const tabs = page.getByRole("navigation", { name: "Monitor", exact: true })
  await tabs.getByRole("link", { name: "Settings" }).click()
  const target = await page.getByRole("textbox", { name: "URL" }).inputValue()
  await open("monitors/new", "Add monitor")
  await page.getByRole("textbox", { name: "URL" }).fill(target)
  await page.getByLabel("Name", { exact: true }).fill("Front page")
  await page.getByRole("button", { name: "Test", exact: true }).click()
  await page.getByRole("region", { name: "Test" }).getByText("Operational").waitFor()
  await draw(page, "first-monitor")
  await open("monitors/import", "Import monitors")
  await page.getByLabel("choose a file").setInputFiles({
    name: "uptime-kuma.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(kuma)),
  })
  await page.getByRole("heading", { name: "What an import does" }).waitFor()
  await draw(page, "moving-in")
  await open("settings/members", "Members")
  await page.getByLabel("Email address").fill(`grace-${randomBytes(2).toString("hex")}@example.com`)
  await page.getByRole("button", { name: "Invite", exact: true }).click()
  await page.getByText(/\/invitations\//).waitFor()
  await draw(page, "moving-in-members")
}

const every = { interval: 60, retryInterval: 60, active: true }
const kuma = {
  version: "1.23.16",
  monitorList: [
    { ...every, id: 1, name: "Front page", type: "http", url: "https://shop.example.com/" },
    { ...every, id: 2, name: "Orders", type: "http", url: "https://orders.example.com/health" },
    { ...every, id: 3, name: "Mail", type: "port", hostname: "mail.example.com", port: 25 },
    { ...every, id: 4, name: "Office router", type: "ping", hostname: "office.example.com" },
    { ...every, id: 5, name: "Accounting", type: "push", active: false },
    { ...every, id: 6, name: "Container of the shop", type: "docker" },
  ],
}

async function drawOnCall(page: Page, open: Open): Promise<void> {
  await open("/account/contact", "Contact methods")
  await draw(page, "on-call-contact")
  await open("on-call/simulate", /./)
  await page.getByRole("heading", { name: /^By the policy/ }).waitFor()
  await draw(page, "on-call-simulate")
  await open("on-call/policies", /./)
  await page.locator("#main").getByRole("link", { name: "Default" }).first().click()
  await page.getByRole("link", { name: "Edit", exact: true }).click()
  await page.getByRole("heading", { name: "Preview" }).waitFor()
  await draw(page, "escalation")
  await open("alerts", "Alerts")
  await page
    .getByRole("link", { name: /Search \(failing\)/ })
    .first()
    .click()
  await page.getByText("Step 2: paged").first().waitFor({ timeout: 300_000 })
  await draw(page, "escalation-alert")
  await page.getByRole("link", { name: /^Incident #/ }).click()
  await page.getByRole("heading", { name: "Why it was declared" }).waitFor()
  await draw(page, "incidents")
}

async function drawPages(page: Page, open: Open): Promise<void> {
  await open("status-pages", "Status pages")
  await page.getByRole("link", { name: "Demo status" }).click()
  await page.frameLocator("iframe").getByText("Demo status").first().waitFor()
  await draw(page, "status-pages")
  await open("maintenances/new", "Schedule maintenance")
  await page.getByLabel("Title").fill("Database upgrade")
  await page.getByRole("combobox", { name: "Monitors" }).fill("Shop")
  await page.getByRole("option", { name: /^Shop/ }).first().click()
  await page.keyboard.press("Escape")
  await page.getByText("On status pages").waitFor()
  await draw(page, "maintenance")
}

async function drawTelemetry(page: Page, open: Open, origin: string): Promise<void> {
  await open("settings/keys", "API keys")
  await page.getByRole("button", { name: "Create key" }).click()
  await page.getByLabel("Key name").fill("Shop")
  const dialog = page.getByRole("dialog")
  await dialog.getByText("Ingestion", { exact: true }).click()
  await dialog.getByRole("button", { name: "Create key" }).click()
  const key = await page
    .getByText(/^watchkeeper_/)
    .first()
    .innerText()
  const failed = await sendTraces(origin, key)
  await page.getByRole("button", { name: "Done" }).click()
  await open(`services?range=1h`, "Services")
  const service = page.getByRole("link", { name: "checkout", exact: true })
  while ((await service.count()) === 0) {
    await page.waitForTimeout(1000)
    await page.getByRole("button", { name: "Refresh" }).click()
  }
  await service.click()
  await page.getByRole("heading", { name: "checkout", level: 1 }).waitFor()
  await draw(page, "telemetry")
  await open(`services/traces/${failed}`, /./)
  await page.getByText("charge card").first().waitFor()
  await draw(page, "telemetry-trace")
}

const minuteMs = 60_000
const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`

/** An hour of orders, one of which fails; returns the trace id of the failed one. */
async function sendTraces(origin: string, key: string): Promise<string> {
  const now = Date.now()
  const orders = Array.from({ length: 180 }, (_, at) => ({
    traceId: randomBytes(16).toString("hex"),
    startMs: now - 55 * minuteMs + at * 18_000,
    factor: 1 + 0.3 * Math.sin(at / 9) + (at % 7) * 0.05,
    isFailed: at === 150 || at % 61 === 60,
  }))
  const span = (
    order: (typeof orders)[number],
    given: {
      id: string
      parent?: string
      name: string
      kind: number
      from: number
      ms: number
      isLast?: boolean
    },
  ) => ({
    traceId: order.traceId,
    spanId: given.id.repeat(16),
    ...(given.parent === undefined ? {} : { parentSpanId: given.parent.repeat(16) }),
    name: given.name,
    kind: given.kind,
    startTimeUnixNano: nanoseconds(order.startMs + given.from * order.factor),
    endTimeUnixNano: nanoseconds(order.startMs + (given.from + given.ms) * order.factor),
    ...(order.isFailed ? { status: { code: 2, message: "card declined" } } : {}),
  })
  const services = {
    checkout: (order: (typeof orders)[number]) => [
      span(order, { id: "1", name: "POST /orders", kind: 2, from: 0, ms: 240 }),
      span(order, { id: "2", parent: "1", name: "read cart", kind: 3, from: 8, ms: 40 }),
      span(order, { id: "3", parent: "1", name: "charge card", kind: 3, from: 55, ms: 160 }),
    ],
    payments: (order: (typeof orders)[number]) => [
      span(order, { id: "4", parent: "3", name: "POST /charges", kind: 2, from: 62, ms: 140 }),
    ],
  }
  for (const [name, spansOf] of Object.entries(services)) {
    const send = () =>
      fetch(`${origin}/api/otlp/v1/traces`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-svc-ingestion-key": key },
        body: JSON.stringify({
          resourceSpans: [
            {
              resource: {
                attributes: [{ key: "service.name", value: { stringValue: name } }],
              },
              scopeSpans: [{ spans: orders.flatMap(spansOf) }],
            },
          ],
        }),
      })
    let response = await send()
    // The store starts with the first data.
    for (; response.status === 503; response = await send()) await sleep(1000)
    if (!response.ok) throw new Error(`telemetry was refused: ${await response.text()}`)
  }
  return orders[150]?.traceId ?? ""
}
