import { randomUUID } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { isScope, scopes } from "../../src/graphql/kernel/access.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { attachMonitor } from "../../src/graphql/status-pages/status-page/attach-resource.ts"
import { createStatusPage } from "../../src/graphql/status-pages/status-page/create-status-page.ts"
import { createEndpoint } from "../../src/graphql/delivery/webhook/create-webhook.ts"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { makeKey, useApi } from "../support/api.ts"
import { readOpenApi, type Described } from "../support/openapi.ts"
import { makeOutage } from "../support/outage.ts"
import { call, type RestAnswer } from "../support/rest.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()
const operations = await readOpenApi()
const byId = (id: string): Described => {
  const found = operations.find((one) => one.id === id)
  if (found === undefined) throw new Error(`the document describes no ${id}`)
  return found
}

/** A project with one of everything, and the ids of its objects. */
async function scene() {
  const { system } = api.world
  const { id: projectId } = await makeProject(api.world)
  const { authorization } = await makeKey(api.world, projectId)
  const target = { projectId, kind: "http", url: "http://127.0.0.1:1/" } as const
  const monitor = await createMonitor(system, { ...target, name: "Shop" })
  const other = await createMonitor(system, { ...target, name: "Blog" })
  const incident = await declareIncident(system, {
    projectId,
    title: "Slow",
    monitorId: monitor.id,
  })
  const page = await createStatusPage(system, { projectId, name: "Shop", isPublic: true })
  const resource = await attachMonitor(system, { statusPageId: page.id, monitorId: monitor.id })
  const { endpoint } = await createEndpoint(system, {
    projectId,
    url: "https://hooks.example.com/",
    eventTypes: ["monitor.status_changed"],
  })
  await createPolicy(system, { projectId, name: "Night", rules: [] })
  const params: Record<string, string> = {
    monitor_id: monitor.id,
    incident_id: incident.id,
    status_page_id: page.id,
    resource_id: resource.id,
    webhook_endpoint_id: endpoint.id,
  }
  return { projectId, authorization, params, other }
}

const fill = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_found, name: string) => params[name] ?? randomUUID())

/** Validates a response against the document; returns its errors. */
function keeps(operation: Described, answer: RestAnswer): RestAnswer {
  expect({ [operation.id]: operation.judge(answer) }).toEqual({ [operation.id]: [] })
  return answer
}

const refused = (answer: RestAnswer) => {
  const { code, errors } = answer.body as { code: string; errors?: object[] }
  return { status: answer.status, code, errors }
}

test("the document describes the 22 operations", () => {
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted())
    .toMatchInlineSnapshot(`
    [
      "DELETE /v1/status-pages/{status_page_id}/resources/{resource_id}",
      "DELETE /v1/webhook-endpoints/{webhook_endpoint_id}",
      "GET /v1/alerts",
      "GET /v1/incidents",
      "GET /v1/monitors",
      "GET /v1/monitors/export",
      "GET /v1/on-call/current",
      "GET /v1/on-call/policies",
      "GET /v1/scheduled-maintenances",
      "GET /v1/status-pages",
      "GET /v1/status-pages/{status_page_id}/resources",
      "GET /v1/usage",
      "GET /v1/webhook-endpoints",
      "GET /v1/webhook-endpoints/{webhook_endpoint_id}",
      "PATCH /v1/status-pages/{status_page_id}",
      "PATCH /v1/webhook-endpoints/{webhook_endpoint_id}",
      "POST /v1/monitors/import",
      "POST /v1/monitors/{monitor_id}/mute",
      "POST /v1/status-pages/{status_page_id}/resources",
      "POST /v1/webhook-endpoints",
      "POST /v1/webhook-endpoints/{webhook_endpoint_id}/rotate-secret",
      "PUT /v1/incidents/{incident_id}/postmortem",
    ]
  `)
})

/** Deleting operations run last. */
const isLast = ({ method }: Described) => (method === "DELETE" ? 1 : 0)

/** A key with only the scope that the document names. */
async function keyFor(projectId: string, { scope }: Described) {
  if (!isScope(scope)) throw new Error(`${scope} is no scope`)
  return makeKey(api.world, projectId, [scope])
}

test("with its own scope every operation works and responds as documented", async () => {
  const { projectId, params, other } = await scene()
  await makeOutage(api.world, projectId)
  const bodies: Record<string, unknown> = { attachStatusPageResource: { monitor_id: other.id } }
  const statuses: Record<string, number> = {}
  for (const operation of operations.toSorted((one, two) => isLast(one) - isLast(two))) {
    const { id, method, path, example } = operation
    const body = bodies[id] ?? example
    const { authorization } = await keyFor(projectId, operation)
    const answer = await call(api, authorization, method, fill(path, params), { body })
    keeps(operation, answer)
    statuses[id] = answer.status
  }
  expect(statuses).toMatchInlineSnapshot(`
    {
      "attachStatusPageResource": 201,
      "createWebhookEndpoint": 201,
      "deleteWebhookEndpoint": 204,
      "detachStatusPageResource": 204,
      "exportMonitors": 200,
      "getWebhookEndpoint": 200,
      "importMonitors": 200,
      "listAlerts": 200,
      "listIncidents": 200,
      "listMonitors": 200,
      "listOnCallNow": 200,
      "listOnCallPolicies": 200,
      "listScheduledMaintenances": 200,
      "listStatusPageResources": 200,
      "listStatusPages": 200,
      "listWebhookEndpoints": 200,
      "muteMonitor": 200,
      "readUsage": 200,
      "rotateWebhookSecret": 200,
      "savePostmortem": 200,
      "updateStatusPage": 200,
      "updateWebhookEndpoint": 200,
    }
  `)
})

test("every operation refuses a missing key, an invalid one and one of another class", async () => {
  const { projectId, params } = await scene()
  const { token } = await createKey(api.world.system, { projectId, class: "legacy", name: "old" })
  for (const operation of operations) {
    const path = fill(operation.path, params)
    for (const authorization of [null, "Bearer nonsense", "Basic eDp5", `Bearer ${token}`]) {
      const answer = keeps(operation, await call(api, authorization, operation.method, path))
      expect(refused(answer)).toMatchObject({ status: 401, code: "unauthorized" })
      expect(answer.headers.get("www-authenticate")).toBe("Bearer")
    }
  }
})

test("a key needs the documented scope and no other", async () => {
  const { projectId, params } = await scene()
  for (const operation of operations) {
    const others = scopes.filter((scope) => scope !== operation.scope)
    const path = fill(operation.path, params)
    const without = await makeKey(api.world, projectId, others)
    const body = operation.hasBody ? {} : undefined
    const denied = await call(api, without.authorization, operation.method, path, { body })
    expect(refused(keeps(operation, denied))).toMatchObject({
      status: 403,
      code: "insufficient_scope",
    })
    const only = await keyFor(projectId, operation)
    const allowed = await call(api, only.authorization, operation.method, path, { body })
    expect(keeps(operation, allowed).status).not.toBe(403)
  }
})

test("a key of a Free project can read but not write", async () => {
  const { id: projectId } = await makeProject(api.world, "free")
  const { authorization } = await makeKey(api.world, projectId)
  for (const operation of operations) {
    const answer = keeps(
      operation,
      await call(api, authorization, operation.method, fill(operation.path, {})),
    )
    const code = operation.method === "GET" ? undefined : "plan_required"
    expect((answer.body as { code?: string }).code === "plan_required").toBe(code !== undefined)
  }
})

/** A response without the ids that differ between two requests. */
const plain = ({ text, status }: RestAnswer) =>
  `${status} ${text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")}`

test("another project's id fails like an unknown one", async () => {
  const mine = await scene()
  const theirs = await scene()
  for (const operation of operations.filter(({ path }) => path.includes("{"))) {
    const { method, path, example } = operation
    const ask = (params: Record<string, string>) =>
      call(api, mine.authorization, method, fill(path, params), { body: example })
    const foreign = keeps(operation, await ask(theirs.params))
    expect(refused(foreign)).toMatchObject({ status: 404, code: "not_found" })
    expect(plain(foreign)).toBe(plain(await ask({})))
    const malformed = keeps(
      operation,
      await call(api, mine.authorization, method, path.replaceAll(/\{\w+\}/g, "1"), {
        body: example,
      }),
    )
    expect(refused(malformed)).toMatchObject({
      status: 400,
      errors: expect.arrayContaining([{ parameter: expect.any(String), detail: "must be a UUID" }]),
    })
  }
})

describe("names every invalid input", () => {
  test("parameters", async () => {
    const { authorization, params } = await scene()
    for (const operation of operations) {
      const path = fill(operation.path, params)
      const strange = ["nonsense", "toString", "__proto__"]
      const wrong = strange.map((name): [string, string] => [`${name}=1`, name])
      if (operation.query.includes("limit")) {
        const limits = ["0", "101", "1.5", "", "-1", "1e1", "٣", "1&limit=2"]
        wrong.push(...limits.map((limit): [string, string] => [`limit=${limit}`, "limit"]))
        const cursors = ["", "x", "a".repeat(3000), "%00", "AAAAAAAAAAAAAAAAAAAAAAAAAAAA"]
        wrong.push(...cursors.map((after): [string, string] => [`after=${after}`, "after"]))
      }
      for (const flag of ["active_only", "dry_run"]) {
        if (!operation.query.includes(flag)) continue
        for (const text of ["yes", "TRUE", "1", ""]) wrong.push([`${flag}=${text}`, flag])
      }
      for (const [query, parameter] of wrong) {
        const answer = await call(api, authorization, operation.method, `${path}?${query}`, {
          body: operation.example,
        })
        expect({ query, ...refused(keeps(operation, answer)) }).toMatchObject({
          query,
          status: 400,
          code: "validation_failed",
          errors: [expect.objectContaining({ parameter })],
        })
      }
    }
  })

  test("bodies", async () => {
    const { authorization, params } = await scene()
    for (const operation of operations) {
      const path = fill(operation.path, params)
      const send = async (body: string, headers: Record<string, string> = {}) =>
        refused(
          keeps(
            operation,
            await call(api, authorization, operation.method, path, { body, headers }),
          ),
        )
      if (!operation.hasBody) continue
      for (const body of ["", "{", "nonsense", "\u0000", "[]", "null", '"text"']) {
        expect({ body, ...(await send(body)) }).toMatchObject({
          body,
          status: 400,
          errors: [{ pointer: "#" }],
        })
      }
      expect(await send("[]")).toMatchObject({
        errors: [{ detail: expect.stringMatching(/^must be an object, for example \{/) }],
      })
      expect(await send('{"nonsense": 1}')).toMatchObject({
        status: 400,
        errors: expect.arrayContaining([expect.objectContaining({ pointer: "#/nonsense" })]),
      })
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/json; charset=latin1",
      ]) {
        expect(await send("{}", { "content-type": type })).toMatchObject({ status: 415 })
      }
      expect(await send("{}", { "content-encoding": "gzip" })).toMatchObject({ status: 415 })
    }
  })

  test("nested members, as the client wrote them", async () => {
    const { authorization, params } = await scene()
    const send = async (id: string, body: object) => {
      const { method, path } = byId(id)
      return refused(await call(api, authorization, method, fill(path, params), { body }))
    }
    const entry = { name: "Shop", monitor_type: "http", headers: { "X-Token": "\u0000" } }
    expect(await send("importMonitors", { version: 1, monitors: [entry] })).toMatchObject({
      status: 400,
      errors: [{ pointer: "#/monitors/0/headers/X-Token" }],
    })
    const late = { alerts_muted_until: "2026-11-21T09:30:00.1234567890Z" }
    expect(await send("muteMonitor", late)).toMatchObject({
      status: 400,
      errors: [{ pointer: "#/alerts_muted_until" }],
    })
  })

  test("a body where none is accepted", async () => {
    const { authorization, params } = await scene()
    const bodiless = operations.filter(({ hasBody, method }) => !hasBody && method !== "GET")
    for (const operation of bodiless) {
      const path = fill(operation.path, params)
      const answer = await call(api, authorization, operation.method, path, { body: '{"x":1}' })
      expect(refused(keeps(operation, answer))).toMatchObject({
        status: 400,
        errors: [{ pointer: "#" }],
      })
    }
  })

  test("paths and methods", async () => {
    const { authorization } = await scene()
    for (const path of [
      "/v1/",
      "/v1/monitor",
      "/v1/monitors/",
      "/v1//monitors",
      "/v1/monitors/%ff",
    ]) {
      for (const key of [authorization, null]) {
        const answer = await call(api, key, "GET", path)
        expect({ path, ...refused(answer) }).toMatchObject({ path, status: 404, code: "not_found" })
        expect(answer.headers.get("content-type")).toBe("application/problem+json")
      }
    }
    const answer = await call(api, null, "DELETE", "/v1/monitors")
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"])
    expect(
      (await call(api, authorization, "PUT", "/v1/webhook-endpoints")).headers.get("allow"),
    ).toBe("POST, GET, HEAD")
  })

  test("oversized input", async () => {
    const { authorization, params } = await scene()
    const path = fill(byId("savePostmortem").path, params)
    const large = JSON.stringify({ postmortem_note: "x".repeat(1024 * 1024) })
    const answer = await call(api, authorization, "PUT", path, { body: large })
    expect(refused(keeps(byId("savePostmortem"), answer))).toMatchObject({
      status: 413,
      code: "payload_too_large",
    })
    const imported = await call(api, authorization, "POST", "/v1/monitors/import", {
      body: " ".repeat(5 * 1024 * 1024 + 1),
    })
    expect(refused(imported).status).toBe(413)
    const headers = { "x-long": "x".repeat(40_000) }
    const overflow = await call(api, authorization, "GET", "/v1/monitors", { headers })
    expect(refused(overflow)).toMatchObject({ status: 431, code: "headers_too_large" })
    expect(overflow.headers.get("content-type")).toBe("application/problem+json")
  })
})

test("whatever is sent, the response is a documented one and never an internal error", async () => {
  const { projectId, params } = await scene()
  const { prisma } = api.world.services.database
  // The rate limit is not tested here.
  const fresh = () => prisma.requestCount.deleteMany({ where: { projectId } })
  const { authorization } = await makeKey(api.world, projectId)
  const someText = fc.string({ unit: "binary", maxLength: 40 })
  const member = fc.oneof(
    fc.constantFrom("name", "monitors", "version", "url", "event_types", "enabled", "description"),
    fc.constantFrom("duration_minutes", "alerts_muted_until", "postmortem_note", "published"),
    fc.constantFrom("monitor_id", "is_public", "monitor_type", "__proto__", "constructor"),
    someText,
  )
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(1, 0, -1, 1e308, "", "http", "https://x.example/", params["monitor_id"]),
    someText,
  )
  const body = fc.oneof(
    fc
      .array(fc.tuple(member, value), { maxLength: 5 })
      .map((pairs) => JSON.stringify(Object.fromEntries(pairs))),
    fc.jsonValue().map((one) => JSON.stringify(one)),
    someText,
  )
  const query = fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom("limit", "after", "active_only", "dry_run"), someText),
      someText,
    ),
    { maxLength: 3 },
  )
  const id = fc.oneof(fc.constantFrom(...Object.values(params)), someText.map(encodeURIComponent))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...operations),
      body,
      query,
      id,
      fc.option(someText),
      async (operation, body, query, id, key) => {
        await fresh()
        const search = new URLSearchParams(query.map(([name, text]) => [name, text])).toString()
        const path = operation.path.replaceAll(/\{\w+\}/g, id === "" ? "x" : id)
        const isHeader = key !== null && /^[\t\x20-\x7e\x80-\xff]*$/.test(key)
        const answer = await call(api, authorization, operation.method, `${path}?${search}`, {
          ...(operation.method === "GET" ? {} : { body }),
          headers: isHeader ? { "idempotency-key": key } : {},
        })
        // An id with a slash or dots must not lead to another path.
        if (answer.status === 404 || answer.status === 405) return
        keeps(operation, answer)
        expect(answer.status).toBeLessThan(500)
      },
    ),
    { numRuns: 150 },
  )
})
