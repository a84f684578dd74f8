import { randomBytes, randomUUID } from "node:crypto"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { beforeAll, expect, test } from "vitest"
import { z } from "zod"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { signatureHeaders } from "../../src/notify/webhook/sign-webhook.ts"
import { openApi } from "../../src/rest/openapi/document.ts"
import { docsPages } from "../../src/web/shell/docs-pages.ts"
import { problems } from "../../src/http/problems.ts"
import { ensureProgram } from "../support/apt.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { blocksOf } from "../support/docs.ts"
import { makeProject } from "../support/world.ts"
import { freePort } from "../web/browser.ts"

const port = await freePort()
const base = `http://127.0.0.1:${port}`
const api = useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const run = promisify(execFile)
const held = {} as { guide: string }

beforeAll(async () => {
  held.guide = await (await fetch(`${base}/docs/api`)).text()
})

test("the OpenAPI document names this installation, and is sent again only if it changed", async () => {
  const answer = await fetch(`${base}/docs/api/openapi.json`)
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8")
  expect(answer.headers.get("access-control-allow-origin")).toBe("*")
  expect(answer.headers.get("cache-control")).toBe("public, max-age=30")
  const text = await answer.text()
  expect(text).toBe(JSON.stringify(openApi(base)))
  expect(text).not.toContain("localhost:3000")
  const again = await fetch(`${base}/docs/api/openapi.json`, {
    headers: { "if-none-match": answer.headers.get("etag") ?? "" },
  })
  expect(again.status).toBe(304)
})

test("every problem type has a page that says when it occurs and what to do", async () => {
  const list = await (await fetch(`${base}/docs/api/problems/`)).text()
  for (const [code, { title, when, remedy }] of Object.entries(problems)) {
    expect(list).toContain(`href="/docs/api/problems/${code}"`)
    const answer = await fetch(`${base}/docs/api/problems/${code}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8")
    const text = (await answer.text()).replaceAll("&#39;", "'").replaceAll(/\s+/g, " ")
    for (const words of [`<h1>${title}</h1>`, when, remedy]) expect(text).toContain(words)
  }
  const refused = await fetch(`${base}/v1/monitors`)
  const { type } = (await refused.json()) as { type: string }
  expect((await fetch(type)).status).toBe(200)
})

test("the dashboard's palette leads to pages that exist", async () => {
  const answers = await Promise.all(
    docsPages.map(({ path }) => fetch(`${base}${path}`, { redirect: "manual" })),
  )
  expect(answers.filter(({ ok }) => !ok).map(({ url }) => url)).toEqual([])
})

test("unknown documentation pages are 404, and other spellings redirect", async () => {
  for (const path of ["api/problems/nonsense", "api/problems/constructor", "..%2fpackage.json"]) {
    const answer = await fetch(`${base}/docs/${path}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain("Page not found")
  }
  for (const path of [
    "/docs",
    "/docs/",
    "/docs/api/problems/not_found/",
    "/docs/api/openapi.json/",
    "/docs/api/",
    "/docs/api/problems",
    "/docs/api-reference/",
  ]) {
    const answer = await fetch(`${base}${path}`)
    expect([answer.status, answer.redirected]).toEqual([200, true])
  }
  const posted = await fetch(`${base}/docs/api`, { method: "POST" })
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"])
})

test("pages are small, run no scripts and load nothing from other hosts", async () => {
  for (const path of [
    "/docs/guides",
    "/docs/guides/on-call",
    "/docs/api",
    "/docs/api/problems/",
    "/docs/api/problems/conflict",
    "/docs/docs.css",
  ]) {
    const answer = await fetch(`${base}${path}`)
    const text = await answer.text()
    expect(Buffer.byteLength(text)).toBeLessThan(60_000)
    expect(text).not.toMatch(/<script|<style|style=|(?:src|@import)[ =("']+https?:/)
    expect(answer.headers.get("content-security-policy")).not.toContain("script-src")
  }
})

/** Same members with the same types; a list is compared by its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== "object" || value === null) return value === null ? "any" : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
}

type Typed = { said: string; answer: Record<string, unknown> }

/** A shell in which a reader runs the commands, with the examples' values replaced. */
async function openShell(known: Record<string, string>) {
  const bash = await ensureProgram("bash", "bash")
  await ensureProgram("curl", "curl")
  const cwd = await mkdtemp(join(tmpdir(), "watchkeeper-docs-"))
  return {
    async type(text: string): Promise<Typed> {
      const filled = text.replaceAll(/^([A-Z]+)=\S+/gm, (_all, name: string) => {
        if (known[name] === undefined) throw new Error(`nothing is known of ${name}`)
        return `${name}=${known[name]}`
      })
      const set = Object.entries(known).map(([name, value]) => `${name}='${value}'`)
      const script = ["set -eu", ...set, filled].join("\n")
      const { stdout } = await run(bash, ["-c", script], { cwd })
      const body = stdout.replace(/^HTTP[^]*?\r\n\r\n/, "")
      const answer = (body === "" ? {} : JSON.parse(body)) as Record<string, unknown>
      if (typeof answer["next_cursor"] === "string") known["AFTER"] = answer["next_cursor"]
      return { said: stdout.toLowerCase(), answer }
    },
    close: () => rm(cwd, { recursive: true }),
  }
}

test("the commands of the guide work in order", async () => {
  const { id: projectId } = await makeProject(api.world)
  const target = { projectId, kind: "http", url: "https://shop.example/" } as const
  const { id: monitorId } = await createMonitor(api.world.system, { ...target, name: "Shop" })
  await createMonitor(api.world.system, { ...target, name: "Blog" })
  const { authorization } = await makeKey(api.world, projectId)
  const shell = await openShell({ KEY: authorization.replace("Bearer ", ""), MONITOR: monitorId })
  const blocks = blocksOf(held.guide)
  const outcomes: string[] = []
  const pairs: [real: unknown, documented: unknown][] = []
  const repeated: Typed[] = []
  try {
    for (const [at, { kind, text }] of blocks.entries()) {
      if (kind !== "shell") continue
      const typed = await shell.type(text)
      const code = (typed.answer as { code?: string }).code ?? "done"
      const address = /\/v1[^"]*/.exec(text)?.[0] ?? "no request"
      outcomes.push(`${text.includes("-X POST") ? "POST" : "GET"} ${address}: ${code}`)
      if (text.includes("Idempotency-Key")) repeated.push(typed, await shell.type(text))
      const shown = blocks[at + 1]
      if (shown?.kind !== "answer") continue
      const documented = JSON.parse(shown.text) as Record<string, unknown>
      const isRefused = code !== "done"
      pairs.push(
        isRefused
          ? [{ ...typed.answer, request_id: documented["request_id"] }, documented]
          : [shapeOf(typed.answer), shapeOf(documented)],
      )
    }
  } finally {
    await shell.close()
  }
  expect(outcomes).toMatchInlineSnapshot(`
    [
      "GET no request: done",
      "GET /v1/monitors: done",
      "GET /v1/monitors?limit=1: done",
      "GET /v1/monitors: done",
      "GET /v1/monitors?limit=0: validation_failed",
      "POST /v1/monitors/$MONITOR/mute: done",
      "GET /v1/usage: done",
      "POST /v1/webhook-endpoints: done",
      "GET /v1/monitors/export: done",
      "POST /v1/monitors/import?dry_run=true: done",
    ]
  `)
  expect(pairs.map(([real]) => real)).toEqual(pairs.map(([, documented]) => documented))
  const [first, again] = repeated
  expect(again?.answer).toEqual(first?.answer)
  expect(first?.said).not.toContain("idempotency-replayed")
  expect(again?.said).toContain("idempotency-replayed: true")
})

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`

test("the verifier of the guide accepts genuine deliveries and no others", async () => {
  const found = blocksOf(held.guide).find(({ label }) => label === "is-genuine.js")
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-docs-"))
  try {
    const path = join(folder, "is-genuine.mjs")
    await writeFile(path, found?.text ?? "")
    const { isGenuine } = (await import(pathToFileURL(path).href)) as {
      isGenuine(secret: string, headers: Record<string, string>, body: Buffer): boolean
    }
    const [secret, other] = [newSecret(), newSecret()]
    const text = '{"type":"monitor.status_changed","data":{"name":"Bücher"}}'
    const body = Buffer.from(text)
    const deliver = (secondsAgo: number, ...secrets: string[]) => {
      const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
      return signatureHeaders(secrets, { id: randomUUID(), timestamp, body: text })
    }
    const good = deliver(0, secret)
    expect(isGenuine(secret, good, body)).toBe(true)
    expect(isGenuine(secret, deliver(2, other, secret), body)).toBe(true)
    expect(isGenuine(secret, deliver(0, other), body)).toBe(false)
    expect(isGenuine(secret, deliver(600, secret), body)).toBe(false)
    expect(isGenuine(secret, good, Buffer.from("{}"))).toBe(false)
    expect(isGenuine(secret, { ...good, "webhook-id": "other" }, body)).toBe(false)
    expect(isGenuine(secret, { ...good, "webhook-timestamp": "soon" }, body)).toBe(false)
    expect(isGenuine(secret, {}, body)).toBe(false)
    const asymmetric = good["webhook-signature"]?.replace("v1,", "v1a,") ?? ""
    expect(isGenuine(secret, { ...good, "webhook-signature": asymmetric }, body)).toBe(false)
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** The members that /v1 began with, in order; everything else is additive. */
const first: Record<string, string> = {
  Monitor:
    "id name description monitor_type status active_monitoring_disabled failure_threshold created_at updated_at",
  MonitorConfig:
    "name monitor_type description url host port dns_record_type monitoring_interval request_timeout_seconds failure_threshold heartbeat_interval_minutes heartbeat_grace_minutes labels",
  Incident: "id number title description state severity created_at updated_at",
  Alert: "id number title description state severity monitor created_at updated_at",
  ScheduledMaintenance: "id title description state starts_at ends_at created_at",
  StatusPage: "id name description slug is_public created_at updated_at",
  StatusPageResource:
    "id monitor display_name display_description show_uptime_percent order created_at",
  WebhookEndpoint:
    "id url description event_types enabled disabled_reason consecutive_failures secret_hint created_at updated_at",
}

test("lists of /v1 keep their first members, and the documents name every added one", () => {
  const { info, components } = described.parse(openApi(base))
  const propertiesOf = (name: string) => components.schemas[name]?.properties ?? {}
  for (const [name, words] of Object.entries(first)) {
    const found = Object.keys(propertiesOf(name)).filter((one) => words.split(" ").includes(one))
    expect({ name, found }).toEqual({ name, found: words.split(" ") })
  }
  // Its additions are named together, as those after the last of the first.
  const { MonitorConfig = "", ...others } = first
  expect(Object.keys(propertiesOf("MonitorConfig")).join(" ")).toContain(`${MonitorConfig} `)
  for (const [name, words] of Object.entries(others)) {
    const properties = propertiesOf(name)
    const added = Object.keys(properties).filter((one) => !words.split(" ").includes(one))
    for (const member of added) {
      expect(properties[member]?.description).toMatch(/ Additive\.$/)
      expect(info.description).toContain(`\`${member}\``)
      expect(held.guide).toContain(`<code>${member}</code> of `)
    }
  }
})

const described = z.object({
  info: z.object({ description: z.string() }),
  components: z.object({
    schemas: z.record(
      z.string(),
      z.object({
        properties: z
          .record(z.string(), z.object({ description: z.string().optional() }))
          .optional(),
      }),
    ),
  }),
})
