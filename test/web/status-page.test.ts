import { expect, test } from "vitest"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { startDnsServer } from "../support/dns-server.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const dnsPort = await freePort()
const { world } = useApi({
  ...apiEnv,
  PORT: port,
  BASE_URL: base,
  RESOLVERS: [`127.0.0.1:${dnsPort}`],
})

test("a status page goes from nothing to a live page on its own domain without writing GraphQL", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  const { id: projectId } = await world.services.database.prisma.project.findFirstOrThrow()
  await createMonitor(world.system, {
    projectId,
    kind: "tcp",
    name: "Checkout",
    host: "127.0.0.1",
    port: 25,
  })

  await page.getByRole("link", { name: "Status pages" }).click()
  await page.getByRole("heading", { name: "No status pages yet" }).waitFor()
  await expectAccessible(visitor, "the empty list")
  await page.getByRole("link", { name: "New status page" }).click()
  await page.getByLabel("Name").fill("Acme status")
  await page.getByRole("combobox", { name: "Monitors" }).fill("Check")
  await page.getByRole("option", { name: "Checkout" }).click()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Create status page" }).click()
  await page.getByRole("heading", { name: "Acme status", level: 1 }).waitFor()
  await page.frameLocator("iframe:not([data-pending])").getByText("Checkout").first().waitFor()
  expect((await fetch(`${base}/status/acme-status`)).status).toBe(404)

  await page.getByRole("button", { name: "Publish" }).click()
  await page.getByText("Public", { exact: true }).first().waitFor()
  const published = await fetch(`${base}/status/acme-status`)
  expect(await published.text()).toContain("Checkout")
  const tabs = page.getByRole("navigation", { name: "Status page", exact: false })
  for (const name of ["Look", "Domain", "Access", "Subscribers"]) {
    await tabs.getByRole("link", { name }).click()
    await page.locator("iframe").first().waitFor()
    await expectAccessible(visitor, `the tab ${name}`)
  }
  await chooseLook(visitor)
  await serveOnDomain(visitor)
  expect(visitor.faults).toEqual([])
})

/** CSS that the page does not take names its line; what is saved is on the public page. */
async function chooseLook({ page }: Visitor) {
  const tabs = page.getByRole("navigation", { name: "Status page", exact: false })
  await tabs.getByRole("link", { name: "Look" }).click()
  const theme = page.getByRole("form", { name: "Theme" })
  await theme.getByLabel("Colors").selectOption("Dark")
  await theme.getByRole("button", { name: "Add link" }).click()
  await theme.getByLabel("Link 1").fill("Docs")
  await theme.getByLabel("URL").fill("https://docs.acme.test/")
  await theme.getByLabel("Custom CSS").fill(".card { color: red }\n.card { display: none }")
  await theme.getByRole("button", { name: "Save" }).click()
  await theme.getByText('line 2: "display" is not allowed', { exact: false }).first().waitFor()
  await theme.getByLabel("Custom CSS").fill(":root { --radius: 0 }")
  await page
    .frameLocator("iframe:not([data-pending])")
    .getByRole("link", { name: "Docs" })
    .waitFor()
  await theme.getByRole("button", { name: "Save" }).click()
  await page.getByText("Saved", { exact: true }).first().waitFor()
  await expect
    .poll(async () => (await fetch(`${base}/status/acme-status`)).text())
    .toMatch(/color-scheme:dark[^]*--radius: 0[^]*href="https:\/\/docs\.acme\.test\/"/)
}

/** The domain is entered, its DNS check fails until the record is there, and then visitors find the page at it. */
async function serveOnDomain({ page }: Visitor) {
  const host = "status.acme.test"
  const texts: string[] = []
  const dns = await startDnsServer(
    ({ name, type }) =>
      name === `_watchkeeper.${host}` && type === "TXT" && texts.length > 0
        ? { answers: [{ type: "TXT", name, data: texts }] }
        : { rcode: "NXDOMAIN" },
    { port: dnsPort },
  )
  const tabs = page.getByRole("navigation", { name: "Status page", exact: false })
  await tabs.getByRole("link", { name: "Domain" }).click()
  await page.getByRole("textbox", { name: "Domain" }).fill(host)
  await page.getByRole("button", { name: "Add domain" }).click()
  const card = page.getByRole("region", { name: host })
  await card.getByText("Not verified").waitFor()
  await card.getByRole("button", { name: "Check DNS" }).click()
  await card.getByText(`No TXT record of _watchkeeper.${host} contains`).waitFor()
  expect(dns.asked.length).toBeGreaterThan(0)

  // What the card says is what an owner copies to the DNS.
  texts.push(await card.getByText(/^watchkeeper-[0-9a-f]{32}$/).innerText())
  await card.getByRole("button", { name: "Check DNS" }).click()
  await card.getByText("Active").waitFor()
  expect(await card.getByRole("link").getAttribute("href")).toBe(`https://${host}`)

  const reader = await browser.visit(`http://${host}:${port}`)
  await reader.page.goto("/")
  await reader.page.getByRole("heading", { name: "Acme status" }).waitFor()
  await reader.page.getByText("Checkout").first().waitFor()
  await reader.page.getByRole("link", { name: "History" }).click()
  await reader.page.waitForURL(`http://${host}:${port}/history`)
  expect(reader.faults).toEqual([])
}
