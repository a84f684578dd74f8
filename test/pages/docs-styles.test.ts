import axe from "axe-core"
import { expect, test } from "vitest"
import { eventKinds } from "../../src/graphql/outbox/event-kinds.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { makeProject } from "../support/world.ts"
import { expectAccessible, freePort, useBrowser, type Visitor } from "../web/browser.ts"

const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const browser = useBrowser({ needsDashboard: false })

/** External URLs requested by the pages. */
function watchStrangers({ page }: Visitor): string[] {
  const strangers: string[] = []
  page.on("request", (request) => {
    const url = request.url()
    if (!url.startsWith(`${base}/`) && !url.startsWith("data:")) strangers.push(url)
  })
  return strangers
}

test("the documentation is accessible, works by keyboard and in print, and makes no external requests", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  const strangers = watchStrangers(visitor)
  for (const path of ["", "/problems/", "/problems/validation_failed", "/problems/nonsense"]) {
    await page.goto(`/docs/api${path}`)
    await expectAccessible(visitor, path)
    expect(await page.evaluate<number>("document.scripts.length")).toBe(0)
  }
  await page.goto("/docs/guides")
  await expectAccessible(visitor, "guides")
  await page.getByRole("link", { name: "On call in ten minutes" }).click()
  await page.getByRole("link", { name: /^Next Escalation/ }).click()
  await page.getByRole("link", { name: "Page a whole team" }).first().click()
  await page.emulateMedia({ colorScheme: "dark" })
  for (const picture of await page.getByRole("img").all()) {
    await picture.scrollIntoViewIfNeeded()
    const shown = () =>
      picture.evaluate((one) =>
        "naturalWidth" in one && "currentSrc" in one ? [one.naturalWidth, one.currentSrc] : [],
      )
    await expect.poll(shown).toEqual([1200, expect.stringMatching(/-dark\.webp$/)])
  }
  await expectAccessible(visitor, "a guide")
  await page.goto("/docs/chats")
  await expectAccessible(visitor, "chats")
  await page.getByText(`${base}/hooks/discord/interactions`).waitFor()
  await page.goto("/docs/api")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  expect(await page.evaluate("document.activeElement.id")).toBe("content")
  await page.getByRole("link", { name: "Verify signatures" }).first().click()
  await page.getByText("is-genuine.js").waitFor()
  await page.emulateMedia({ media: "print" })
  const cut =
    "[...document.querySelectorAll('pre')].filter((one) => one.scrollWidth > one.clientWidth)"
  expect(await page.evaluate(`${cut}.length`)).toBe(0)
  await page.getByRole("link", { name: "validation_failed" }).first().click()
  await page.getByRole("heading", { name: "Validation failed" }).waitFor()
  expect({ strangers, faults: visitor.faults }).toEqual({ strangers: [], faults: [] })
})

/** Ignores the nesting and names that Swagger UI uses internally. */
const theirs = ["heading-order", "label", "nested-interactive", "region", "select-name"]

test("the reference shows every operation without the internet, and executes one with a key", async () => {
  const { id: projectId } = await makeProject(api.world)
  const target = { projectId, kind: "http", url: "https://shop.example/" } as const
  await createMonitor(api.world.system, { ...target, name: "Shop window" })
  const { authorization } = await makeKey(api.world, projectId)
  const visitor = await browser.visit(base)
  const { page } = visitor
  const strangers = watchStrangers(visitor)
  const answer = await page.goto("/docs/api-reference")
  expect(answer?.headers()["content-security-policy"]).toMatchInlineSnapshot(
    `"default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'"`,
  )
  const all = 22 + eventKinds.length
  await page
    .locator(".opblock")
    .nth(all - 1)
    .waitFor()
  expect(await page.locator(".opblock").count()).toBe(all)

  await page.getByRole("button", { name: "Authorize" }).click()
  await page.locator(".modal-ux input").fill(authorization.replace("Bearer ", ""))
  await page.locator(".modal-ux").getByRole("button", { name: "Apply credentials" }).click()
  await page.locator(".modal-ux").getByRole("button", { name: "Close" }).first().click()
  const operation = page.locator("#operations-Monitors-listMonitors")
  await operation.locator(".opblock-summary-control").click()
  await operation.getByRole("button", { name: "Execute" }).click()
  await operation.locator(".live-responses-table").getByText("Shop window").first().waitFor()

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.evaluate(axe.source)
    const rules = JSON.stringify(Object.fromEntries(theirs.map((id) => [id, { enabled: false }])))
    const found = `axe.run(document, { rules: ${rules} })`
    const received = `${found}.then((all) => all.violations.flatMap(({ id, nodes }) => nodes.map((one) => id + ": " + one.html + one.failureSummary)))`
    expect({ [colorScheme]: await page.evaluate(received) }).toEqual({ [colorScheme]: [] })
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
  expect(await page.evaluate(overflow)).toBe(0)
  expect({ strangers, faults: visitor.faults }).toEqual({ strangers: [], faults: [] })
})
