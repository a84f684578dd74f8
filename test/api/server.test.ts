import { createServer } from "node:http"
import { connect, type AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { expect, test } from "vitest"
import { startApi } from "../../src/api/main.ts"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { apiEnv, makeKey, useApi } from "../support/api.ts"
import { busIsIdle } from "../support/bus.ts"
import { openSocket, overEvents, overSocket } from "../support/live.ts"
import { makeProject } from "../support/world.ts"

const friend = "https://dashboard.example"
const api = useApi({ ...apiEnv, ALLOWED_ORIGINS: [friend] })

const guards = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
}
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test("sets security headers and the request id on every response", async () => {
  for (const path of ["/api/health", "/nowhere", "/graphql", "/api/auth/get-session", "/ping/x"]) {
    const { headers } = await fetch(api.address + path)
    const got = Object.fromEntries(Object.keys(guards).map((name) => [name, headers.get(name)]))
    expect([path, got]).toEqual([path, guards])
    expect(headers.get("x-request-id")).toMatch(uuid)
  }
})

test("returns a problem document for unknown paths, below /api and elsewhere", async () => {
  for (const path of ["/api/nowhere", "/nowhere", "/.env", "/package.json"]) {
    const response = await fetch(api.address + path)
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "application/problem+json",
    ])
    expect(await response.json()).toEqual({
      type: "http://localhost:3000/docs/api/problems/not_found",
      title: "Not found",
      status: 404,
      detail: "There is nothing at this URL.",
      instance: path,
      code: "not_found",
      request_id: response.headers.get("x-request-id"),
    })
  }
})

test("serves the root of /v1 from the REST facade, with and without a slash", async () => {
  for (const path of ["/v1", "/v1/", "/v1?limit=1"]) {
    const response = await fetch(api.address + path, { headers: { accept: "text/html" } })
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { code: "not_found", detail: expect.stringContaining("/docs/api-reference") },
    ])
  }
})

test("names the allowed methods for a wrong one", async () => {
  const health = await fetch(`${api.address}/api/health`, { method: "DELETE" })
  expect([health.status, health.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  expect(await health.json()).toMatchObject({
    code: "method_not_allowed",
    detail: "This URL supports GET, HEAD.",
  })
  const graphql = await fetch(`${api.address}/graphql`, { method: "PUT", body: "{}" })
  expect([graphql.status, await graphql.json()]).toEqual([
    405,
    {
      errors: [
        {
          message: expect.stringContaining("Send GET or POST."),
          extensions: { code: "method_not_allowed" },
        },
      ],
    },
  ])
})

test("answers a HEAD as a GET, without the body", async () => {
  const response = await fetch(`${api.address}/api/health`, { method: "HEAD" })
  expect([response.status, await response.text()]).toEqual([200, ""])
})

test("allows a listed origin to call and read, with cookies, and names only that origin", async () => {
  const asked = await fetch(`${api.address}/graphql`, {
    method: "OPTIONS",
    headers: { origin: friend, "access-control-request-method": "POST" },
  })
  expect([asked.status, Object.fromEntries(asked.headers)]).toEqual([
    204,
    expect.objectContaining({
      "access-control-allow-origin": friend,
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "Authorization, Content-Type",
      vary: "Origin",
    }),
  ])
  const { status, headers } = await api.post({ query: "{ __typename }" }, { origin: friend })
  expect([status, headers.get("access-control-allow-origin")]).toEqual([200, friend])
})

/** Sends raw bytes and returns everything received. */
async function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(api.address)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return text(socket)
}

test("returns a problem document for bytes that are not a request, and closes the connection", async () => {
  const answer = await raw("BREW / HTTP/9\r\n\r\n")
  const [head = "", body = ""] = answer.split("\r\n\r\n")
  expect(head.split("\r\n")).toEqual([
    "HTTP/1.1 400 Bad Request",
    "Content-Type: application/problem+json",
    expect.stringMatching(/^Content-Length: \d+$/),
    "X-Content-Type-Options: nosniff",
    expect.stringMatching(/^X-Request-Id: /),
    "Connection: close",
  ])
  expect(JSON.parse(body)).toMatchObject({ status: 400, code: "validation_failed" })
  const star = await raw("OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
  expect(star).toContain("The request target must begin with a slash.")
  const tunnel = await raw("CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n")
  expect(tunnel).toMatch(/^HTTP\/1.1 405 .*\r\nallow: GET, .*"code":"method_not_allowed"/s)
})

const get = (lines: string, address = "/v1/nothing") =>
  raw(`GET ${address} HTTP/1.1\r\nConnection: close\r\n${lines}\r\n`)

test("returns complete responses to requests that Node would refuse with an empty one, and ignores upgrade offers", async () => {
  for (const hosts of ["", "Host: a\r\nhost: b\r\n"]) {
    const answer = await get(hosts)
    expect(answer).toContain("400 Bad Request")
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({
      code: "validation_failed",
      errors: [{ header: "Host", detail: "must be sent exactly once" }],
    })
  }
  const host = "Host: a\r\n"
  const offers = [`${host}Expect: tea\r\n`, `${host}Upgrade: h2c\r\nConnection: Upgrade\r\n`]
  for (const lines of offers) expect(await get(lines)).toContain("There is no operation")
  expect(await get(host, "http://elsewhere.example/v1/nothing?x=1")).toContain(
    '"instance":"/v1/nothing"',
  )
})

test("shows only the request id of an internal error", async () => {
  const { world } = api
  const project = await makeProject(world)
  const { authorization } = await makeKey(world, project.id)
  const broken = await startApi({
    ...world.services,
    log: { ...world.services.log, error: (entry: object) => logged.push(entry) } as never,
    bus: {
      ...world.services.bus,
      publish: () => Promise.reject(new Error("the password is hunter2")),
    },
  })
  const logged: object[] = []
  try {
    const response = await fetch(`${broken.address}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify({
        query: `mutation { declareIncident(projectId: "${project.id}", title: "x") { id } }`,
      }),
    })
    const requestId = response.headers.get("x-request-id")
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        errors: [
          {
            message: `Something went wrong on our side. Report the request id ${requestId} to the operator of this installation.`,
            locations: [{ line: 1, column: 12 }],
            path: ["declareIncident"],
            extensions: { code: "internal_error", requestId },
          },
        ],
        data: null,
      },
    ])
    expect(logged).toEqual([
      { err: expect.objectContaining({ message: "the password is hunter2" }), requestId },
    ])
  } finally {
    await broken.stop()
  }
})

test("counts anonymous clients, but not those with a key", async () => {
  const { world } = api
  const project = await makeProject(world)
  const { authorization } = await makeKey(world, project.id)
  const own = await startApi(world.services)
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${own.address}/graphql?query={__typename}`, { headers })
    await response.arrayBuffer()
    return response
  }
  try {
    const answers = []
    for (let at = 0; at < 150; at += 1) {
      answers.push((await ask({})).status, (await ask({ authorization: "Bearer x" })).status)
    }
    expect(new Set(answers)).toEqual(new Set([200, 401]))
    const refused = await ask({})
    expect(refused.status).toBe(429)
    const retryAfter = Number(refused.headers.get("retry-after"))
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
    expect((await ask({ authorization })).status).toBe(200)
  } finally {
    await own.stop()
  }
})

test("a stopping server completes its streams and closes its sockets for reconnection", async () => {
  const { world } = api
  const project = await makeProject(world)
  const { authorization } = await makeKey(world, project.id)
  await declareIncident(world.system, { projectId: project.id, title: "open" })
  const own = await startApi(world.services)
  const query = `subscription { incidentChanged(projectId: "${project.id}") { isSnapshot } }`
  const opened = { data: { incidentChanged: { isSnapshot: true } } }
  await busIsIdle(world)
  const events = await overEvents(own.address, query, { authorization })
  const { client, closed } = openSocket(own.address, authorization)
  const stream = overSocket(client, query)
  expect(await events.next()).toEqual(opened)
  expect(await stream.next()).toEqual(opened)
  // The library reports a close as an error to pending readers.
  const broken = stream.rest().catch((error: unknown) => error)
  const since = performance.now()
  const stopped = own.stop()
  expect(await events.rest()).toEqual([])
  expect(await closed).toEqual({ code: 1012, reason: "The server is restarting; connect again" })
  expect(await broken).toMatchObject({ code: 1012 })
  await stopped
  expect(performance.now() - since).toBeLessThan(3000)
  await expect(fetch(own.address)).rejects.toThrow("fetch failed")
})

test("reports a port in use in one sentence", async () => {
  const other = createServer().listen(0, "127.0.0.1")
  try {
    await new Promise((resolve) => other.once("listening", resolve))
    const { port } = other.address() as AddressInfo
    const { services } = api.world
    await expect(startApi({ ...services, env: { ...services.env, PORT: port } })).rejects.toThrow(
      `PORT ${port} is used by another program. Set PORT to a free port, or to 0 for any free port.`,
    )
  } finally {
    other.close()
  }
})
