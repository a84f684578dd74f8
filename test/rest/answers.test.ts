import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { declareIncident } from "../../src/graphql/incidents/incident/declare-incident.ts"
import { createMonitor } from "../../src/graphql/monitoring/monitor/write/create-monitor.ts"
import { unmuteMonitor } from "../../src/graphql/monitoring/monitor/silence/unmute-monitor.ts"
import { createEndpoint } from "../../src/graphql/delivery/webhook/create-webhook.ts"
import { makeKey, useApi } from "../support/api.ts"
import { makeOutage } from "../support/outage.ts"
import { call } from "../support/rest.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

async function scene(plan: "free" | "pro" = "pro") {
  const { id: projectId } = await makeProject(api.world, plan)
  const { authorization } = await makeKey(api.world, projectId)
  const target = { kind: "http", name: "Shop", url: "http://127.0.0.1:1/" } as const
  const monitor = await createMonitor(api.world.system, { projectId, ...target })
  const send = (method: string, path: string, options = {}) =>
    call(api, authorization, method, path, options)
  return { projectId, authorization, monitor, send }
}

const mutes = (projectId: string) =>
  api.world.services.database.prisma.auditEntry.count({
    where: { projectId, action: "monitor.muted" },
  })

/** The raw response to these bytes over one connection. */
function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(api.address).port), "127.0.0.1", () => socket.write(bytes))
  return text(socket)
}

const raw = (authorization: string, id: string, more: string) =>
  [
    `POST /v1/monitors/${id}/mute HTTP/1.1`,
    "Host: localhost",
    `Authorization: ${authorization}`,
    "Content-Type: application/json",
    more,
  ].join("\r\n")

test("bytes after a complete request do not change its response", async () => {
  const { projectId, authorization, monitor } = await scene()
  const body = '{"duration_minutes":5}'
  const plain = `Content-Length: ${body.length}\r\n\r\n${body}\u0000\u0001garbage\r\n\r\n`
  const received = await exchange(raw(authorization, monitor.id, plain))
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(received).toMatch(/\r\nConnection: close\r\n/i)
  expect(received).toContain(`"monitor_id":"${monitor.id}"`)
  expect(await mutes(projectId)).toBe(1)
})

test("a body without a readable end is refused, and nothing happens", async () => {
  const { projectId, authorization, monitor } = await scene()
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n16\r\n{"duration_minutes":5}\r\nnonsense\r\n'
  expect(await exchange(raw(authorization, monitor.id, chunked))).toMatch(/^HTTP\/1\.1 400 /)
  expect(await mutes(projectId)).toBe(0)
})

test("a body not declared as JSON is not stored under its Idempotency-Key", async () => {
  const { monitor, send } = await scene()
  const key = { "idempotency-key": randomUUID() }
  const post = (type: string) =>
    send("POST", `/v1/monitors/${monitor.id}/mute`, {
      body: '{"duration_minutes": 5}',
      headers: { ...key, "content-type": type },
    })
  expect((await post("text/plain")).status).toBe(415)
  expect((await post("application/json")).status).toBe(200)
})

const saved = (published: boolean) => [200, { saved: true, published, note_changed: true }]

test("an empty post-mortem is not published, and clearing one unpublishes it", async () => {
  const { projectId, send } = await scene()
  const { id } = await declareIncident(api.world.system, { projectId, title: "Slow" })
  const put = async (body: object) => {
    const answer = await send("PUT", `/v1/incidents/${id}/postmortem`, { body })
    return [answer.status, answer.body]
  }
  for (const postmortem_note of ["", " \n"]) {
    expect(await put({ postmortem_note, published: true })).toMatchObject([
      400,
      {
        errors: [
          {
            pointer: "#/postmortem_note",
            detail: "must not be empty when it is published",
          },
        ],
      },
    ])
  }
  expect(await put({ postmortem_note: "A cable." })).toEqual(saved(false))
  expect(await put({ postmortem_note: "A cable, cut.", published: true })).toEqual(saved(true))
  expect(await put({ postmortem_note: "" })).toEqual(saved(false))
  expect(await put({ postmortem_note: "A cable." })).toEqual(saved(false))
})

test("the headers describe the limit with fewer requests remaining", async () => {
  const { projectId, send } = await scene("free")
  const triple = async () => {
    const { headers } = await send("GET", "/v1/monitors")
    const reset = Number(headers.get("x-ratelimit-reset")) * 1000
    return [headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining"), reset]
  }
  const monthEnd = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1)
  expect(await triple()).toEqual(["60", "59", expect.toSatisfy((at) => at < Date.now() + 62_000)])
  await api.world.services.database.pool.query(
    "update request_count set month_used = 990 where project_id = $1",
    [projectId],
  )
  expect(await triple()).toEqual(["1000", "9", monthEnd])
  for (let at = 0; at < 9; at += 1) await triple()
  expect(await triple()).toEqual(["1000", "0", monthEnd])
})

test("a missing member is required; a given one is validated", async () => {
  const { projectId, send } = await scene()
  const { id } = await declareIncident(api.world.system, { projectId, title: "Slow" })
  const faults = async (method: string, path: string, body: object) => {
    const { errors } = (await send(method, path, { body })).body as { errors: object[] }
    return errors
  }
  const postmortem = `/v1/incidents/${id}/postmortem`
  expect(await faults("PUT", postmortem, {})).toEqual([
    { pointer: "#/postmortem_note", detail: "is required" },
  ])
  expect(await faults("PUT", postmortem, { postmortem_note: 7 })).toEqual([
    { pointer: "#/postmortem_note", detail: "must be a string" },
  ])
  expect(await faults("POST", "/v1/webhook-endpoints", {})).toEqual([
    { pointer: "#/url", detail: "is required" },
    { pointer: "#/event_types", detail: "is required" },
  ])
})

test("an attempt to create monitors points to the way to do it", async () => {
  const { send } = await scene()
  const { status, body, headers } = await send("POST", "/v1/monitors", { body: {} })
  expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"])
  expect(body).toMatchObject({
    code: "method_not_allowed",
    detail:
      "This path supports GET, HEAD. Create monitors with POST /v1/monitors/import, from a document of one or more.",
  })
})

test("an operation without a body accepts an empty object, and nothing else", async () => {
  const { projectId, send } = await scene()
  const { endpoint } = await createEndpoint(api.world.system, {
    projectId,
    url: "https://hooks.example.com/",
    eventTypes: ["monitor.status_changed"],
  })
  const rotate = async (body: string) =>
    send("POST", `/v1/webhook-endpoints/${endpoint.id}/rotate-secret`, { body })
  expect((await rotate("{}")).status).toBe(200)
  expect((await rotate(" { }\n")).status).toBe(200)
  for (const other of ['{"secret":"x"}', "[]", "null", "{} {}"]) {
    expect(await rotate(other)).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: "#", detail: "must be omitted or be {}: this operation takes no body" },
        ],
      },
    })
  }
})

test("the list of monitors shows when a mute ends, and a refused mute says how to unmute", async () => {
  const { monitor, send } = await scene()
  const until = async () => {
    const { data } = (await send("GET", "/v1/monitors")).body as {
      data: { alerts_muted_until: string | null }[]
    }
    return data[0]?.alerts_muted_until
  }
  const mute = (body: object) => send("POST", `/v1/monitors/${monitor.id}/mute`, { body })
  expect(await until()).toBeNull()
  const { body } = await mute({ duration_minutes: 5 })
  expect(await until()).toBe((body as { alerts_muted_until: string }).alerts_muted_until)
  const past = await mute({ alerts_muted_until: "2020-01-01T00:00:00Z" })
  expect(past.body).toMatchObject({
    errors: [
      {
        pointer: "#/alerts_muted_until",
        detail: expect.stringMatching(
          /^must be after the current time .+; to unmute, use the dashboard or unmuteMonitor in GraphQL$/,
        ),
      },
    ],
  })
  await unmuteMonitor(api.world.system, monitor.id)
  expect(await until()).toBeNull()
})

test("lists of incidents and alerts say why as data, in English, and nothing for a person's words", async () => {
  const { projectId, send } = await scene()
  const finding = { code: "no_response", parameters: { afterMs: 2000 } } as const
  await makeOutage(api.world, projectId, { level: "offline", findings: [finding] })
  await declareIncident(api.world.system, { projectId, title: "Slow", description: "By hand." })
  const text = "No response was received 2.0 s after the request."
  const shown = { description: text, findings: [{ ...finding, text }] }
  expect((await send("GET", "/v1/alerts")).body).toMatchObject({ data: [shown] })
  expect((await send("GET", "/v1/incidents")).body).toMatchObject({
    data: [{ description: "By hand.", findings: [] }, shown],
  })
})
