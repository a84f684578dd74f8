import { expect, test } from "vitest"
import { apiEnv, useApi } from "../support/api.ts"
import { freePort, signUp, useBrowser } from "./browser.ts"

const browser = useBrowser()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
useApi({ ...apiEnv, PORT: port, BASE_URL: base })

test("the explorer at /docs/graphql runs queries with one's own session", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  await signUp(visitor, "ada@example.test", "Acme")
  await page.goto("/docs/graphql")
  await page.getByRole("heading", { name: "Pagination" }).waitFor()
  const answered = page.waitForResponse(
    async (response) =>
      response.url().endsWith("/graphql") && (await response.text()).includes('"openIncidents":0'),
  )
  await page.getByRole("button", { name: /execute query/i }).click()
  expect(await (await answered).text()).toContain('"name":"Acme"')
  // The whole response fits beside the query.
  const rightOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().right)
  expect(await rightOf(".graphiql-response")).toBeLessThanOrEqual(await rightOf("#explorer"))
  expect(visitor.faults).toEqual([])
})
