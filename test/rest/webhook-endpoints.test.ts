import { expect, test } from "vitest"
import { newId } from "../../src/platform/id.ts"
import { makeKey, useApi } from "../support/api.ts"
import { call } from "../support/rest.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()
const root = "/v1/webhook-endpoints"
const rows = () => api.world.services.database.prisma.webhookEndpoint

type Endpoint = { id: string; url: string; secret_hint: string }
type Created = { endpoint: Endpoint; secret: string }
type Page = { data: Endpoint[]; has_more: boolean; next_cursor: string | null }

/** A project with a key, and requests with that key. */
async function useProject(plan: "free" | "pro" = "pro") {
  const { id: projectId } = await makeProject(api.world, plan)
  const { authorization } = await makeKey(api.world, projectId, ["webhooks:read", "webhooks:write"])
  const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    call(api, authorization, method, `${root}${path}`, {
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
    })
  const make = async (more: object = {}) => {
    const given = { url: "https://example.com/hook", event_types: ["incident.created"], ...more }
    const { status, body } = await ask("POST", "", given)
    expect(status).toBe(201)
    return body as Created
  }
  return { projectId, ask, make }
}

test("an endpoint is created, read without its secret, changed and deleted", async () => {
  const { ask, make } = await useProject()
  const { endpoint, secret } = await make({
    url: "HTTPS://Example.com:443/hook",
    description: "tickets",
    event_types: ["monitor.status_changed", "alert.created"],
    enabled: false,
  })
  const shown = {
    id: expect.any(String),
    url: "https://example.com/hook",
    description: "tickets",
    event_types: ["monitor.status_changed", "alert.created"],
    enabled: false,
    disabled_reason: null,
    consecutive_failures: 0,
    secret_hint: secret.slice(-4),
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  }
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(endpoint).toEqual(shown)
  const path = `/${endpoint.id}`
  expect(await ask("GET", path)).toMatchObject({ status: 200, body: endpoint })
  await rows().update({
    where: { id: endpoint.id },
    data: { disabledReason: "failing", consecutiveFailures: 12, failingSince: new Date() },
  })
  expect((await ask("GET", path)).body).toMatchObject({
    disabled_reason: "failing",
    consecutive_failures: 12,
  })
  const changed = await ask("PATCH", path, { enabled: true, description: null })
  expect([changed.status, changed.body]).toEqual([
    200,
    { ...shown, enabled: true, description: "" },
  ])
  expect(await ask("DELETE", path)).toMatchObject({ status: 204, text: "" })
  expect((await ask("GET", path)).status).toBe(404)
})

test("a rotation returns the new secret once, and when the old one stops signing", async () => {
  const { ask, make } = await useProject()
  const { endpoint, secret } = await make()
  const before = Date.now()
  const { status, body } = await ask("POST", `/${endpoint.id}/rotate-secret`)
  const rotated = body as { id: string; secret: string; previous_secret_expires_at: string }
  expect([status, Object.keys(rotated)]).toEqual([
    200,
    ["id", "secret", "previous_secret_expires_at"],
  ])
  expect(rotated.secret).not.toBe(secret)
  const hours = (Date.parse(rotated.previous_secret_expires_at) - before) / 3_600_000
  expect(hours).toBeCloseTo(24, 1)
  expect((await ask("GET", `/${endpoint.id}`)).body).toEqual({
    ...endpoint,
    secret_hint: rotated.secret.slice(-4),
    updated_at: expect.any(String),
  })
})

test("a repeated creation or rotation replays the first response, byte for byte", async () => {
  const { ask, make, projectId } = await useProject()
  const given = { url: "https://example.com", event_types: ["alert.created"] }
  const once = { "idempotency-key": newId() }
  const first = await ask("POST", "", given, once)
  const second = await ask("POST", "", given, once)
  expect([second.status, second.text]).toEqual([201, first.text])
  expect(second.headers.get("idempotency-replayed")).toBe("true")
  expect(await rows().count({ where: { projectId } })).toBe(1)
  const { endpoint } = await make()
  const path = `/${endpoint.id}/rotate-secret`
  const again = { "idempotency-key": newId() }
  const rotated = await ask("POST", path, undefined, again)
  expect((await ask("POST", path, undefined, again)).text).toBe(rotated.text)
  const { secret } = rotated.body as { secret: string }
  expect((await ask("GET", `/${endpoint.id}`)).body).toMatchObject({
    secret_hint: secret.slice(-4),
  })
})

test("endpoints are paginated newest first, also if the last row of a page was deleted", async () => {
  const { ask, make } = await useProject()
  const made = []
  for (const path of ["1", "2", "3"]) made.push(await make({ url: `https://example.com/${path}` }))
  const first = (await ask("GET", "?limit=2")).body as Page
  expect(first.data.map(({ url }) => url)).toEqual([
    "https://example.com/3",
    "https://example.com/2",
  ])
  expect(first.has_more).toBe(true)
  await ask("DELETE", `/${made[1]?.endpoint.id}`)
  expect((await ask("GET", `?limit=2&after=${first.next_cursor}`)).body).toEqual({
    data: [made[0]?.endpoint],
    has_more: false,
    next_cursor: null,
  })
  expect(await ask("GET", `?limit=3&after=${first.next_cursor}`)).toMatchObject({
    status: 400,
    body: { code: "validation_failed", errors: [{ parameter: "after" }] },
  })
  expect((await (await useProject()).ask("GET", "")).body).toEqual({
    data: [],
    has_more: false,
    next_cursor: null,
  })
})

const good = { url: "https://example.com", event_types: ["alert.created"] }

test.each([
  [{}, ["#/url", "#/event_types"]],
  [{ ...good, url: "http://example.com" }, ["#/url"]],
  [{ ...good, url: "https://example.com:8443" }, ["#/url"]],
  [{ ...good, url: "https://@example.com" }, ["#/url"]],
  [{ ...good, url: "https://169.254.169.254/latest" }, ["#/url"]],
  [{ ...good, url: "https:\\\\example.com" }, ["#/url"]],
  [{ ...good, url: "https://example.com/\u0000" }, ["#/url"]],
  [{ ...good, url: `https://example.com/${"x".repeat(2049)}` }, ["#/url"]],
  [{ ...good, url: 7 }, ["#/url"]],
  [{ ...good, event_types: [] }, ["#/event_types"]],
  [{ ...good, event_types: "alert.created" }, ["#/event_types"]],
  [{ ...good, event_types: ["alert.created", "alert.created"] }, ["#/event_types"]],
  [{ ...good, event_types: ["alert.created", "alert.*"] }, ["#/event_types/1"]],
  [{ ...good, enabled: "yes" }, ["#/enabled"]],
  [{ ...good, enabled: null }, ["#/enabled"]],
  [{ ...good, description: "x".repeat(5001) }, ["#/description"]],
  [{ ...good, secret: "whsec_mine" }, ["#/secret"]],
])("creating an endpoint with %j is refused at %j", async (body, pointers) => {
  const { ask } = await useProject()
  const refused = await ask("POST", "", body)
  const { code, errors } = refused.body as { code: string; errors: { pointer: string }[] }
  expect([refused.status, code]).toEqual([400, "validation_failed"])
  expect(errors.map(({ pointer }) => pointer)).toEqual(pointers)
})

test("an empty update, one of a read-only field, or one with an invalid value is refused with a pointer", async () => {
  const { ask, make } = await useProject()
  const { endpoint } = await make()
  for (const [body, pointer] of [
    [{}, "#"],
    [{ enabled: false, secret_hint: "abcd" }, "#/secret_hint"],
    [{ url: "https://user@example.com" }, "#/url"],
    [{ url: null }, "#/url"],
    [{ event_types: ["nothing"] }, "#/event_types/0"],
  ] as const) {
    expect(await ask("PATCH", `/${endpoint.id}`, body)).toMatchObject({
      status: 400,
      body: { code: "validation_failed", errors: [{ pointer }] },
    })
  }
  expect((await ask("GET", "/not-an-id")).status).toBe(400)
  expect((await ask("GET", `/${endpoint.id}`)).body).toEqual(endpoint)
})

test("another project's endpoint fails byte for byte like an unknown one", async () => {
  const { ask } = await useProject()
  const { endpoint } = await (await useProject()).make()
  for (const [method, suffix, body] of [
    ["GET", "", undefined],
    ["PATCH", "", { enabled: false }],
    ["DELETE", "", undefined],
    ["POST", "/rotate-secret", undefined],
  ] as const) {
    const answers = []
    for (const id of [endpoint.id, newId()]) {
      const { status, text } = await ask(method, `/${id}${suffix}`, body)
      const { request_id: _, ...problem } = JSON.parse(text.replaceAll(id, "<id>"))
      answers.push({ status, problem })
    }
    expect(answers[0]).toMatchObject({ status: 404, problem: { code: "not_found" } })
    expect(answers[0]).toEqual(answers[1])
  }
})

test("the Free plan can only read, the number per project is limited, and missing scopes are named", async () => {
  const free = await useProject("free")
  expect((await free.ask("GET", "")).status).toBe(200)
  expect(await free.ask("POST", "", good)).toMatchObject({
    status: 403,
    body: { code: "plan_required" },
  })
  const { ask, projectId } = await useProject()
  await rows().createMany({
    data: Array.from({ length: 100 }, () => ({
      id: newId(),
      projectId,
      url: good.url,
      eventTypes: good.event_types,
      sealedSecret: new Uint8Array(),
      secretHint: "abc=",
    })),
  })
  expect(await ask("POST", "", good)).toMatchObject({
    status: 403,
    body: { code: "plan_limit_exceeded" },
  })
  const { authorization } = await makeKey(api.world, projectId, ["webhooks:read"])
  expect(await call(api, authorization, "POST", root, { body: good })).toMatchObject({
    status: 403,
    body: { code: "insufficient_scope" },
  })
})
