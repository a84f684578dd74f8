import type { ServerEvent } from "@modelcontextprotocol/server"
import { subscribe, parse, type ExecutionResult } from "graphql"
import { expect, test } from "vitest"
import type { Actor } from "../../src/graphql/kernel/access.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { schema } from "../../src/graphql/schema.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { changeRole } from "../../src/graphql/workspace/member/change-role.ts"
import { createResourceEvents } from "../../src/mcp/resource-events.ts"
import { tools } from "../../src/mcp/tools.ts"
import { newId } from "../../src/platform/id.ts"
import { makeKey, useApi } from "../support/api.ts"
import { keyActor } from "../support/ask.ts"
import { busIsIdle } from "../support/bus.ts"
import { inHours, makeSides, stateOf, tracesOf, type Sides } from "../support/label-limits.ts"
import { connectClient, makeLegacyKey } from "../support/mcp.ts"
import { readOpenApi } from "../support/openapi.ts"
import { call } from "../support/rest.ts"

const api = useApi()
const operations = await readOpenApi()

const paramsOf = ({ theirs: { ids } }: Sides): Record<string, string> => ({
  monitor_id: ids.monitor,
  incident_id: ids.outage,
  alert_id: ids.alert,
  status_page_id: ids.page,
  resource_id: ids.resource,
})

const fill = (path: string, params: Record<string, string>): string =>
  path.replaceAll(
    /\{(\w+)\}/g,
    (_found, name: string) => params[name] ?? "00000000-0000-7000-8000-000000000000",
  )

/** The example of a request, about the other side. */
const bodyOf = ({ theirs: { ids, monitor, label } }: Sides, example: unknown): unknown =>
  JSON.parse(
    JSON.stringify(example ?? {})
      .replaceAll(/"monitor_id":"[^"]*"/g, `"monitor_id":"${ids.monitor}"`)
      .replaceAll(/"monitor_ids":\[[^\]]*\]/g, `"monitor_ids":["${ids.monitor}"]`)
      .replaceAll(/"labels":\[[^\]]*\]/g, `"labels":["${label.name}"]`)
      .replaceAll(/"parent":"[^"]*"/g, `"parent":"${monitor.name}"`),
  )

async function limitedKey(sides: Sides, keyClass: "public" | "legacy") {
  const { token } = await createKey(api.world.system, {
    projectId: sides.projectId,
    class: keyClass,
    name: "Limited",
    scopes: keyClass === "public" ? ["all"] : ["mcp:write"],
    labelIds: [sides.ours.label.id],
  })
  return `Bearer ${token}`
}

test("no operation of /v1 shows or changes another label's monitor with a limited key", async () => {
  const sides = await makeSides(api.world)
  const authorization = await limitedKey(sides, "public")
  const before = await stateOf(api.world, sides)
  const params = paramsOf(sides)
  const listed: Record<string, string> = {}
  const accepted: string[] = []
  for (const operation of operations) {
    const body = operation.hasBody ? { body: bodyOf(sides, operation.example) } : {}
    const path = fill(operation.path, params)
    const answer = await call(api, authorization, operation.method, path, body)
    expect({ [operation.id]: tracesOf(sides, answer.text.replaceAll(path, "")) }).toEqual({
      [operation.id]: [],
    })
    const isOfMonitor = /\{(monitor|incident|alert)_id\}/.test(operation.path)
    if (isOfMonitor && answer.status < 400) accepted.push(operation.id)
    if (operation.method === "GET" && answer.status === 200) listed[operation.id] = answer.text
  }
  expect(accepted).toEqual([])
  expect(await stateOf(api.world, sides)).toBe(before)
  expect(listed["listMonitors"]).toContain(sides.ours.monitor.id)
  expect(listed["listAlerts"]).toContain(sides.ours.ids.alert)
  expect(listed["listIncidents"]).toContain(sides.ours.ids.incident)
  const whole = await makeKey(api.world, sides.projectId)
  const all = await call(api, whole.authorization, "GET", "/v1/monitors")
  expect(tracesOf(sides, all.body)).not.toEqual([])
})

test("a stored answer is not replayed to a key with another limit", async () => {
  const sides = await makeSides(api.world)
  const limited = await limitedKey(sides, "public")
  const whole = await makeKey(api.world, sides.projectId)
  const path = `/v1/monitors/${sides.theirs.ids.monitor}/mute`
  const send = (authorization: string) =>
    call(api, authorization, "POST", path, {
      body: { duration_minutes: 5 },
      headers: { "idempotency-key": "one" },
    })
  expect((await send(whole.authorization)).status).toBe(200)
  const answer = await send(limited)
  expect(answer.status).not.toBe(200)
  expect(tracesOf(sides, answer.text.replaceAll(path, ""))).toEqual([])
})

test("no MCP tool shows or changes another label's monitor with a limited key", async () => {
  const sides = await makeSides(api.world)
  const client = await connectClient(api, await limitedKey(sides, "legacy"))
  const before = await stateOf(api.world, sides)
  const { ids } = sides.theirs
  const ours = await limitedTools(client, sides, {
    monitor: sides.ours.ids.monitor,
    incident: sides.ours.ids.outage ?? "",
  })
  expect(ours.faults).toEqual([])
  expect(ours.succeeded).toEqual(
    expect.arrayContaining([
      "get_overview",
      "list_monitors",
      "get_monitor",
      "list_incidents",
      "get_incident",
      "resolve",
      "save_postmortem",
      "schedule_maintenance",
    ]),
  )
  const others = await limitedTools(client, sides, {
    monitor: ids.monitor,
    incident: ids.outage ?? "",
  })
  expect(others.faults).toEqual([])
  for (const name of ["get_monitor", "resolve", "save_postmortem", "schedule_maintenance"]) {
    expect(others.succeeded).not.toContain(name)
  }
  expect(tracesOf(sides, await client.listResources())).toEqual([])
  expect(await stateOf(api.world, sides)).toBe(before)
  await client.close()
  const { authorization } = await makeLegacyKey(api.world, sides.projectId)
  const whole = await connectClient(api, authorization)
  expect(
    (await limitedTools(whole, sides, { monitor: ids.monitor, incident: ids.outage ?? "" })).faults,
  ).not.toEqual([])
  await whole.close()
})

test("a limited key resolves, writes about and plans for what lies within its limit alone", async () => {
  const sides = await makeSides(api.world)
  const { ours, theirs } = sides
  const client = await connectClient(api, await limitedKey(sides, "legacy"))
  const [mine, other] = [ours, theirs].map(({ ids }) => ids.monitor)
  const pages =
    "subscribers of every status page that shows these monitors; access that is limited to labels does not see which"
  const published = { text: "# Why", publish: true, notify_subscribers: true }
  for (const [name, args, notified] of [
    ["save_postmortem", { incident: ours.ids.incident, ...published }, [pages]],
    ["add_update", { incident: ours.ids.incident, text: "Rolled back.", is_public: true }, [pages]],
    ["resolve", { incident: ours.ids.incident }, [pages]],
    ["schedule_maintenance", { title: "Upgrade", monitors: [mine], ...window() }, [pages]],
  ] as const) {
    const plan = await answerOf(client, name, args)
    expect(plan).toMatchObject({ status: "planned", would_notify: notified })
    const done = await answerOf(client, name, { ...args, plan_token: plan["plan_token"] })
    expect(done).toMatchObject({ status: "done" })
    expect(tracesOf(sides, [plan, done])).toEqual([])
  }
  for (const [name, args] of [
    ["save_postmortem", { incident: theirs.ids.incident, ...published }],
    ["resolve", { incident: theirs.ids.incident }],
    ["schedule_maintenance", { title: "Upgrade", monitors: [mine, other], ...window() }],
  ] as const) {
    expect(await client.callTool({ name, arguments: args })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("not_found: ") as string }],
    })
  }
  await client.close()
  const { authorization } = await makeLegacyKey(api.world, sides.projectId)
  const whole = await connectClient(api, authorization)
  const incident = theirs.ids.incident
  expect(await answerOf(whole, "resolve", { incident })).toMatchObject({
    would_notify: [expect.stringMatching(/^subscribers of the status page .*theirs/)],
  })
  await whole.close()
})

const window = () => ({
  starts_at: inHours(50).toISOString(),
  ends_at: inHours(51).toISOString(),
})

const answerOf = async (
  client: Awaited<ReturnType<typeof connectClient>>,
  name: string,
  args: object,
): Promise<Record<string, unknown>> =>
  ((await client.callTool({ name, arguments: { ...args } })).structuredContent ?? {}) as Record<
    string,
    unknown
  >

async function limitedTools(
  client: Awaited<ReturnType<typeof connectClient>>,
  sides: Sides,
  { monitor, incident }: { monitor: string; incident: string },
) {
  const faults: string[] = []
  const succeeded: string[] = []
  for (const { name, example } of tools) {
    const args: Record<string, unknown> = {
      ...example,
      ...("monitor" in example && { monitor }),
      ...("incident" in example && { incident }),
      ...("monitors" in example && { monitors: [monitor] }),
      ...("starts_at" in example && window()),
    }
    const planned = await client.callTool({ name, arguments: args })
    const token = (planned.structuredContent as Record<string, unknown> | undefined)?.["plan_token"]
    const done =
      token === undefined
        ? planned
        : await client.callTool({ name, arguments: { ...args, plan_token: token } })
    const found = tracesOf(sides, [planned, done])
    if (found.length > 0) faults.push(`${name} shows ${found.join(", ")}`)
    if (done.isError !== true) succeeded.push(name)
  }
  return { faults, succeeded }
}

async function open(actor: Actor, source: string) {
  await busIsIdle(api.world)
  const contextValue = contextFor(api.world.services, actor)
  const stream = await subscribe({ schema, document: parse(source), contextValue })
  const { clear } = contextValue.access
  return { stream: stream as AsyncGenerator<ExecutionResult> | ExecutionResult, clear }
}

test("streams send a limited person nothing of another label's monitors, and follow the limit", async () => {
  const sides = await makeSides(api.world)
  const { projectId, ours, theirs, person, memberId } = sides
  const { bus, database } = api.world.services
  for (const [field, arg] of [
    ["checkRecorded", `monitorId: "${theirs.ids.monitor}"`],
    ["alertChanged", `projectId: "${projectId}", alertId: "${theirs.ids.alert}"`],
    ["incidentChanged", `projectId: "${projectId}", incidentId: "${theirs.ids.incident}"`],
    ["maintenanceChanged", `projectId: "${projectId}", maintenanceId: "${theirs.ids.maintenance}"`],
    ["sloChanged", `projectId: "${projectId}"`],
  ] as const) {
    const { stream: refused } = await open(
      person.ctx.actor,
      `subscription { ${field}(${arg}) { isSnapshot } }`,
    )
    expect({ field, isRefused: "errors" in refused }).toEqual({ field, isRefused: true })
  }

  const { stream, clear } = await open(
    person.ctx.actor,
    `subscription { alertChanged(projectId: "${projectId}") { isSnapshot alert { id title monitor { id name } } } }`,
  )
  if (!("next" in stream)) throw new Error("the stream did not open")
  const seen: unknown[] = [(await stream.next()).value]
  const change = (alertId: string) =>
    bus.publish([{ topic: "alert.changed", payload: { projectId, alertId } }])
  await change(theirs.ids.alert)
  await change(ours.ids.alert)
  seen.push((await stream.next()).value)
  expect(tracesOf(sides, seen)).toEqual([])
  expect(JSON.stringify(seen[1])).toContain(ours.ids.alert)

  // With another limit the same stream shows the other side.
  await changeRole(api.world.system, {
    memberId,
    role: "editor",
    labelIds: [theirs.label.id],
  })
  clear()
  await change(ours.ids.alert)
  await change(theirs.ids.alert)
  const next = JSON.stringify((await stream.next()).value)
  expect(next).toContain(theirs.ids.alert)
  expect(next).not.toContain(ours.ids.alert)
  await stream.return(undefined)
  const entry = await database.prisma.auditEntry.findFirstOrThrow({
    where: { subjectId: memberId, action: "member.role_changed" },
  })
  expect(entry.changes).toMatchObject({
    labels: { from: [ours.label.name], to: [theirs.label.name] },
  })
})

test("streams of MCP resources name only what the key may see", async () => {
  const { projectId, ours, theirs } = await makeSides(api.world)
  const { bus } = api.world.services
  const actor = keyActor(projectId, newId(), ["monitors:read", "incidents:read"])
  const { access } = contextFor(api.world.services, {
    ...actor,
    labelIds: [ours.label.id],
  } as Actor)
  const received = Promise.withResolvers<ServerEvent>()
  const events = createResourceEvents(bus, projectId, {
    watch: () => () => undefined,
    sees: (type, id) => access.sees(projectId, { type, id }),
    fail: received.reject,
  })
  const stop = events.subscribe(received.resolve)
  for (const monitorId of [theirs.ids.monitor, ours.ids.monitor]) {
    await bus.publish([{ topic: "monitor.changed", payload: { projectId, monitorId } }])
  }
  expect(await received.promise).toMatchObject({ uri: expect.stringContaining(ours.ids.monitor) })
  stop()
})
