import { expect, test } from "vitest"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { useApi } from "../support/api.ts"
import { listenHttp } from "../support/listeners.ts"
import { soon } from "../support/soon.ts"
import { makePublicPage } from "../support/status-page.ts"
import { expectAccessible, useBrowser } from "../web/browser.ts"

const api = useApi()
const { world } = api
const browser = useBrowser({ needsDashboard: false })

/** Another site's page with the widget and the strictest possible policy. */
async function embed(slug: string): Promise<string> {
  const policy = `default-src 'none'; script-src ${api.address}; connect-src ${api.address}`
  const { port } = await listenHttp((_req, res) => {
    res.writeHead(200, { "content-type": "text/html", "content-security-policy": policy })
    res.end(`<!doctype html><html lang="en"><head><title>Shop</title></head><body>
      <main><h1>Shop</h1><script src="${api.address}/status/${slug}/widget.js" async></script>
      </main></body></html>`)
  })
  return `http://127.0.0.1:${port}`
}

test("one script shows the status of a page on another site, under a strict CSP and accessibly", async () => {
  const evil = `<img src=x onerror=alert(1)>\u202e`
  const { page, projectId, attach } = await makePublicPage(world, { name: `Acme ${evil}` })
  const { monitor } = await attach("Shop")
  const read = async (headers: Record<string, string> = {}) => {
    const address = `${api.address}/status/${page.slug}/widget.json`
    return (await (await fetch(address, { headers })).json()) as { words: string }
  }
  await declareIncident(world.system, { projectId, title: "Fire", monitorId: monitor.id })
  await soon(async () => (await read()).words).toBe("Partial outage")
  expect((await read({ "accept-language": "ar" })).words).toBe("انقطاع جزئي")
  const visitor = await browser.visit(await embed(page.slug))
  await visitor.page.goto("/")
  const name = "Acme <img src=x onerror=alert(1)>: Partial outage"
  await visitor.page.getByRole("link", { name }).waitFor()
  expect(await visitor.page.evaluate<number>("document.images.length")).toBe(0)
  await expectAccessible(visitor, "a site with the widget")
  expect(visitor.faults).toEqual([])
})
