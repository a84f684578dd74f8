import { randomBytes } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
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
  const project = new URL(page.url()).pathname.split("/").slice(0, 3).join("/")
  const open = async (path: string, heading: string | RegExp) => {
    await page.goto(path.startsWith("/") ? path : `${project}/${path}`)
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor()
  }
  await drawMonitors(page, open)
  await drawOnCall(page, open)
  await drawPages(page, open)
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
