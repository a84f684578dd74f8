import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { build } from "vite"
import { expect, onTestFinished, test } from "vitest"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import {
  isOriginAllowed,
  readOrigin,
} from "../../src/graphql/workspace/key/rules/allowed-origin.ts"
import { freePort } from "../../src/platform/free-port.ts"
import { ask } from "../support/ask.ts"
import { logRequest } from "../support/otlp.ts"
import { soon } from "../support/soon.ts"
import { stored, useTelemetry } from "../support/telemetry.ts"
import { useBrowser } from "../web/browser.ts"

const telemetry = useTelemetry()
const browser = useBrowser({ needsDashboard: false })
const shop = "https://shop.example"

async function makeKey(allowedOrigins: string[], requestsPerMinute?: number) {
  const { projectId, token: secret } = await telemetry.makeSender()
  const { key, token } = await createKey(telemetry.api.world.system, {
    projectId,
    class: "ingestion",
    name: "web",
    allowedOrigins,
    requestsPerMinute,
  })
  return { projectId, id: key.id, token, secret }
}

const send = (token: string, headers: Record<string, string> = {}) =>
  telemetry.send("logs", logRequest(["from a page"]), { "x-svc-ingestion-key": token, ...headers })

const preflight = (origin: string) =>
  fetch(`${telemetry.api.address}/api/otlp/v1/traces`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,x-svc-ingestion-key",
    },
  })

test("a preflight is answered for the origins of some key alone", async () => {
  const origin = "https://preflight.example"
  expect((await preflight(origin)).status).toBe(403)
  await makeKey([origin])
  await soon(async () => (await preflight(origin)).status).toBe(204)
  const { headers } = await preflight(origin)
  expect(Object.fromEntries(headers)).toMatchObject({
    vary: "origin",
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type,x-svc-ingestion-key",
  })
  expect(headers.get("access-control-allow-credentials")).toBeNull()
  for (const other of ["https://evil.example", `${origin}.evil.example`, "null", "x"]) {
    const refused = await preflight(other)
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([
      403,
      null,
    ])
  }
})

test("a request is taken from pages of its own key alone, and never without an origin", async () => {
  const { token, secret, projectId } = await makeKey([shop, "https://*.shop.example"])
  const other = await makeKey(["https://other.example"])
  await soon(async () => (await preflight(shop)).status).toBe(204)
  for (const origin of [shop, "https://eu.shop.example"]) {
    const taken = await send(token, { origin })
    expect([taken.status, taken.headers.get("access-control-allow-origin")]).toEqual([200, origin])
  }
  for (const headers of [
    {},
    { origin: "https://other.example" },
    { origin: "https://evil.example" },
  ]) {
    const refused = await send(token, headers)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toMatch(/is for web pages of https:\/\/shop\.example/)
  }
  expect((await send(other.token, { origin: shop })).status).toBe(403)
  // A refusal can be read by the page, so that its exporter knows what to do.
  const unknown = await send("watchkeeper_ingest_x", { origin: shop })
  expect([unknown.status, unknown.headers.get("access-control-allow-origin")]).toEqual([401, shop])
  expect((await send(secret)).status).toBe(200)
  await stored(() =>
    telemetry.store.query(
      "SELECT toUInt32(count()) AS rows FROM otel_logs WHERE ProjectId = {id:UUID}",
      {
        id: projectId,
      },
    ),
  ).toEqual([{ rows: 3 }])
})

test("a key for browsers reads nothing, and takes only so many requests per minute", async () => {
  const { token } = await makeKey([shop], 2)
  for (const path of ["/v1/monitors", "/api/metrics", "/graphql"]) {
    const { status } = await fetch(`${telemetry.api.address}${path}`, {
      method: path === "/graphql" ? "POST" : "GET",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(path === "/graphql" && { body: JSON.stringify({ query: "{ viewer { id } }" }) }),
    })
    expect([path, status]).toEqual([path, 401])
  }
  expect((await send(token, { origin: shop })).status).toBe(200)
  expect((await send(token, { origin: shop })).status).toBe(200)
  const refused = await send(token, { origin: shop })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(refused.headers.get("access-control-expose-headers")).toBe("retry-after")
  expect(await refused.text()).toMatch(/at most 2 requests per minute/)
})

test("only ingestion keys have origins, and the audit log names them", async () => {
  const { projectId, id } = await makeKey(["https://Shop.Example/", shop], 50)
  const { system } = telemetry.api.world
  const base = { projectId, name: "web" }
  await expect(
    createKey(system, { ...base, class: "public", scopes: ["all"], allowedOrigins: [shop] }),
  ).rejects.toThrow(/#\/allowedOrigins must be omitted: only ingestion keys/)
  await expect(
    createKey(system, { ...base, class: "ingestion", requestsPerMinute: 5 }),
  ).rejects.toThrow(/#\/requestsPerMinute must be omitted/)
  await expect(
    createKey(system, { ...base, class: "ingestion", allowedOrigins: [`${shop}/path`] }),
  ).rejects.toThrow(/must be an origin such as/)
  const { data } = await ask(
    telemetry.api.world,
    { kind: "system", name: "test" },
    "query ($id: ID!) { project(id: $id) { keys(first: 1) { edges { node { id allowedOrigins requestsPerMinute } } } } }",
    { id: projectId },
  )
  expect(data).toMatchObject({
    project: { keys: { edges: [{ node: { id, allowedOrigins: [shop], requestsPerMinute: 50 } }] } },
  })
  const entry = await telemetry.api.world.services.database.prisma.auditEntry.findFirst({
    where: { projectId, subjectId: id, action: "key.created" },
  })
  expect(entry?.changes).toMatchObject({ allowedOrigins: [shop], requestsPerMinute: 50 })
})

test.each([
  ["https://shop.example", "https://shop.example"],
  [" HTTPS://Shop.Example:443/ ", "https://shop.example"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["https://*.shop.example:8443", "https://*.shop.example:8443"],
  ["https://*.example", null],
  ["https://*", null],
  ["https://a.*.example", null],
  ["*", null],
  ["null", null],
  ["shop.example", null],
  ["https://shop.example/path", null],
  ["https://shop.example?x", null],
  ["https://me@shop.example", null],
  ["ftp://shop.example", null],
])("reads the origin %j", (text, origin) => {
  expect(readOrigin(text)).toBe(origin)
})

test.each([
  ["https://eu.shop.example", true],
  ["https://a.b.shop.example", true],
  ["https://shop.example", false],
  ["https://.shop.example", false],
  ["http://eu.shop.example", false],
  ["https://eu.shop.example:8443", false],
  ["https://evilshop.example", false],
  ["https://shop.example.evil.test", false],
])("https://*.shop.example allows %s: %s", (origin, allowed) => {
  expect(isOriginAllowed(origin, ["https://*.shop.example"])).toBe(allowed)
})

/** The page's script, as a bundler makes it for browsers. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      target: "esnext",
      lib: { entry: `${import.meta.dirname}/web-sender.ts`, formats: ["es"], fileName: "page" },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  if (first === undefined || !("output" in first)) throw new Error("nothing was built")
  return first.output[0].code
}

/** The status of the page's request; null where the browser does not send it. */
async function answerTo(address: string) {
  const { page } = await browser.visit(address)
  const answered = page.waitForResponse(
    (response) => response.url().includes("/api/otlp/") && response.request().method() === "POST",
  )
  const failed = page.waitForEvent("requestfailed", (one) => one.url().includes("/api/otlp/"))
  await page.goto("/")
  const [status] = await Promise.race([
    answered.then((response) => [response.status()]),
    failed.then(() => [null]),
  ])
  await page.close()
  await Promise.allSettled([answered, failed])
  return status
}

test("the official exporter sends from a web page in Chromium, and from no other page", async () => {
  const script = await bundle()
  let token = ""
  const site = createServer((req, res) => {
    const isScript = req.url === "/page.js"
    res.setHeader("content-type", isScript ? "text/javascript" : "text/html")
    const endpoint = `${telemetry.api.address}/api/otlp/v1/traces`
    const settings = `globalThis.endpoint=${JSON.stringify(endpoint)};globalThis.key=${JSON.stringify(token)}`
    res.end(
      isScript
        ? script
        : `<!doctype html><script>${settings}</script><script type="module" src="/page.js"></script>`,
    )
  }).listen(await freePort("127.0.0.1"), "127.0.0.1")
  await once(site, "listening")
  onTestFinished(() => void site.close())
  const { port } = site.address() as AddressInfo
  const allowed = `http://127.0.0.1:${port}`
  const made = await makeKey([allowed])
  token = made.token
  await soon(async () => (await preflight(allowed)).status).toBe(204)
  expect(await answerTo(allowed)).toBe(200)
  await stored(() =>
    telemetry.store.query("SELECT SpanName FROM otel_traces WHERE ProjectId = {id:UUID}", {
      id: made.projectId,
    }),
  ).toEqual([{ SpanName: "load page" }])
  // The same page under another name is another origin.
  expect(await answerTo(`http://localhost:${port}`)).toBeNull()
})
