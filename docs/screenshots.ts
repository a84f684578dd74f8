import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { chromium, type Browser, type Page } from "playwright-core"
import { z } from "zod"
import { freePort } from "../src/platform/free-port.ts"
import { drawGuides } from "./guide-pictures.ts"
import { ensureProgram } from "../test/support/apt.ts"

/**
 * Draws the pictures of the README and of the guides from the demo: `npm run screenshots`, or `-- --url … --password …`
 * for a demo that is running, and `--only guides` or `readme`. Starts about two minutes after the demo, when its outage
 * has been escalated.
 */

const facts = z.object({ base_url: z.url(), email: z.string(), password: z.string() })
type Demo = z.output<typeof facts> & { stop(): Promise<void> }

const size = { width: 1440, height: 900 }
const outageMs = 300_000

async function startDemo(): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-screenshots-"))
  const port = await freePort("127.0.0.1")
  const child = spawn(process.execPath, ["bin/watchkeeper.js", "demo", "--json"], {
    cwd: join(import.meta.dirname, ".."),
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line === "}" || /^\{.*\}$/.test(line)) break
  }
  return {
    ...facts.parse(JSON.parse(lines.join("\n"))),
    async stop() {
      child.kill("SIGTERM")
      await once(child, "exit")
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function signIn(browser: Browser, demo: Demo) {
  const context = await browser.newContext({ baseURL: demo.base_url, viewport: size })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto("/sign-in")
  await page.getByLabel("E-mail").fill(demo.email)
  await page.getByLabel("Password").fill(demo.password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.getByRole("heading", { name: "Overview", exact: true }).waitFor()
  return page
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate("document.fonts.ready")
  // Cards read their rows after the page.
  while ((await page.locator(".waiting").count()) > 0) await page.waitForTimeout(200)
  await page.waitForLoadState("networkidle").catch(() => undefined)
  await page.screenshot({ path: join(import.meta.dirname, `${name}.png`), animations: "disabled" })
}

const rail = (page: Page, name: string) =>
  page.getByRole("link", { name, exact: false }).first().click()
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, level: 1 }).waitFor()

/** Begins with the alert, whose second step comes two minutes after the first. */
async function shootDashboard(page: Page): Promise<void> {
  await page.getByText("Offline for").first().waitFor({ timeout: outageMs })
  await rail(page, "Alerts")
  await page
    .getByRole("link", { name: /Search \(failing\)/ })
    .first()
    .click()
  await heading(page, /Search/)
  await page.getByText("Step 2: paged").first().waitFor({ timeout: outageMs })
  await shoot(page, "alert")
  await page.getByRole("link", { name: /^Incident #/ }).click()
  await page.getByRole("heading", { name: "Why it was declared" }).waitFor()
  await shoot(page, "incident")
  await rail(page, "Overview")
  await heading(page, "Overview")
  await page.getByText("Least reliable").waitFor()
  await shoot(page, "dashboard")
  await rail(page, "Monitors")
  await heading(page, "Monitors")
  await page.getByRole("link", { name: "Shop", exact: true }).click()
  await heading(page, "Shop")
  await page.getByRole("img", { name: /^Response times of/ }).waitFor()
  await shoot(page, "monitor")
  await rail(page, "On call")
  await heading(page, "On call")
  await page.getByText(/^Times in/).waitFor()
  await shoot(page, "on-call")
  await rail(page, "Status pages")
  await page.getByRole("link", { name: "Demo status" }).click()
  await page.frameLocator("iframe").getByText("Demo status").first().waitFor()
  await shoot(page, "status-page-builder")
}

async function shootPublic(browser: Browser, demo: Demo): Promise<void> {
  const context = await browser.newContext({ baseURL: demo.base_url, viewport: size })
  const page = await context.newPage()
  await page.goto("/status/demo-status")
  await shoot(page, "status-page")
}

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    email: { type: "string", default: "demo@example.com" },
    password: { type: "string" },
    only: { type: "string" },
  },
})
const demo: Demo =
  values.url !== undefined && values.password !== undefined
    ? {
        base_url: values.url,
        email: values.email,
        password: values.password,
        stop: () => Promise.resolve(),
      }
    : await startDemo()
const browser = await chromium.launch({
  executablePath: await ensureProgram("chromium", "chromium"),
  args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
})
try {
  const page = await signIn(browser, demo)
  if (values.only !== "guides") {
    await shootDashboard(page)
    await shootPublic(browser, demo)
  }
  if (values.only !== "readme") await drawGuides(page)
} finally {
  await browser.close()
  await demo.stop()
}
