import { setTimeout } from "node:timers/promises"
import {
  execute,
  getNamedType,
  isLeafType,
  isObjectType,
  parse,
  subscribe,
  type GraphQLNamedType,
} from "graphql"
import { beforeAll, expect, test } from "vitest"
import { grantable, type Actor } from "../../src/graphql/kernel/access.ts"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { shareUrl } from "../../src/graphql/incidents/alert/share-link.ts"
import { schema } from "../../src/graphql/schema.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { tools } from "../../src/mcp/tools.ts"
import { newId } from "../../src/platform/id.ts"
import { answerTests } from "../../src/probe/answer-tests.ts"
import { makeKey } from "../support/api.ts"
import { keyActor } from "../support/ask.ts"
import { conditions, plantCanary, traceIn, type Canary } from "../support/canary.ts"
import { connectClient } from "../support/mcp.ts"
import { readOpenApi } from "../support/openapi.ts"
import { makeCustomMember, makeMember } from "../support/people.ts"
import { call } from "../support/rest.ts"
import { useTelemetry } from "../support/telemetry.ts"
import { tablesWith } from "../support/tables-with.ts"
import { call as field, walk, type Values } from "../support/walk-schema.ts"

const telemetry = useTelemetry()
const operations = await readOpenApi()
const fieldsOf = (type: GraphQLNamedType | null | undefined) =>
  isObjectType(type) ? Object.values(type.getFields()) : []
const queries = fieldsOf(schema.getQueryType())
const mutations = fieldsOf(schema.getMutationType())
const subscriptions = fieldsOf(schema.getSubscriptionType())

const held: { canary?: Canary; actors?: Record<string, Actor>; reader?: Actor } = {}
const planted = () => {
  const { canary, actors, reader } = held
  if (!canary || !actors || !reader) throw new Error("it is planted in beforeAll")
  return { canary, actors, reader }
}

beforeAll(async () => {
  const canary = await plantCanary(telemetry)
  const { world } = telemetry.api
  const { projectId, label } = canary
  const { actor: role } = (await makeCustomMember(world, projectId, ["monitors:write"])).ctx
  const rest = grantable.filter((one) => one !== "telemetry:read")
  const { actor: all } = (await makeCustomMember(world, projectId, [...rest])).ctx
  const limited = await makeCustomMember(world, projectId, [...grantable], [label.id])
  const publicKey = await makeKey(world, projectId)
  const key = await world.services.database.prisma.apiKey.findUniqueOrThrow({
    where: { id: publicKey.id },
  })
  held.canary = canary
  held.reader = (await makeMember(world, projectId, "owner")).ctx.actor
  held.actors = {
    "public key": keyActor(projectId, key.id, key.scopes),
    anonymous: { kind: "anonymous" },
    "limited person": limited.ctx.actor,
    "role without telemetry:read": all,
    "role with monitors:write": role,
  }
})

const literal = (one: { measure: string; comparison: string }) => ({
  ...one,
  measure: one.measure.toUpperCase(),
  comparison: one.comparison.toUpperCase(),
})

/** Arguments that ask for what depends on telemetry wherever they can. */
const valuesOf = (
  { projectId, ids }: Canary,
  id: string,
  kind: keyof typeof conditions,
): Values => ({
  projectId,
  id,
  ids: [ids.monitor],
  monitorId: ids.monitor,
  monitorIds: [ids.monitor],
  incidentId: ids.incident,
  statusPageId: ids.page,
  endpointId: ids.endpoint,
  labelIds: [ids.label],
  kind: kind.toUpperCase(),
  telemetry: literal(conditions[kind]),
  condition: literal(conditions[kind]),
  indicator: "SERVICE",
  service: "cart",
  targetPercent: 99,
  windowDays: 7,
  query: "",
  title: "Changed",
  document: {
    version: 1,
    monitors: [{ name: newId(), monitor_type: kind, telemetry: conditions[kind] }],
  },
})

async function run(actor: Actor, source: string) {
  const contextValue = contextFor(telemetry.api.world.services, actor)
  const { data, errors = [] } = await execute({ schema, document: parse(source), contextValue })
  return { data: JSON.parse(JSON.stringify(data ?? null)) as unknown, errors }
}

/** Every query from these objects; returns the requests whose answers contain the canary. */
async function walkAs(canary: Canary, actor: Actor, ids: string[]): Promise<string[]> {
  const found: string[] = []
  const all = { monitorIds: null, labelIds: null, title: null, kind: null }
  const values = { ...valuesOf(canary, canary.projectId, "log"), ...all }
  const starts = ids.flatMap((id) =>
    queries
      .filter(({ args }) => id === canary.projectId || args.some(({ name }) => name === "id"))
      .map((one) => {
        const type = getNamedType(one.type)
        const asked = field(one, { ...values, id })
        return {
          type,
          wrap: (inner: string) => `{ ${asked} ${isLeafType(type) ? "" : `{ ${inner} }`} }`,
        }
      }),
  )
  await walk(
    starts,
    values,
    (source) => run(actor, source),
    (source, answer) => {
      if (traceIn(canary, answer)) found.push(source)
    },
  )
  return found
}

test("no query shows a value of telemetry without telemetry:read, or with a limit", async () => {
  const { canary, actors, reader } = planted()
  // Each type is asked on the first path that leads to it, so that both ends come first once.
  const ids = [...Object.values(canary.ids), canary.projectId]
  const shown = await walkAs(canary, reader, ids)
  expect(shown.length).toBeGreaterThan(10)
  const { "public key": publicKey = { kind: "anonymous" as const } } = actors
  expect(await walkAs(canary, publicKey, ids.toReversed())).toEqual([])
  for (const [name, actor] of Object.entries(actors)) {
    expect({ [name]: await walkAs(canary, actor, ids) }).toEqual({ [name]: [] })
  }
})

/** Everything that needs no argument, some levels deep. */
function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (isLeafType(type)) return ""
  const fields = fieldsOf(type).flatMap((one) => {
    const of = getNamedType(one.type)
    const isBare = one.args.every((arg) => !String(arg.type).endsWith("!"))
    if (!isBare || (!isLeafType(of) && depth === 0)) return []
    return [`${one.name} ${selectionOf(of, depth - 1)}`]
  })
  return `{ __typename ${fields.join(" ")} }`
}

const changeAll = async ({ projectId, ids }: Canary) =>
  telemetry.api.world.services.bus.publish([
    { topic: "alert.changed", payload: { projectId, alertId: ids.alert } },
    { topic: "incident.changed", payload: { projectId, incidentId: ids.incident } },
    { topic: "slo.changed", payload: { projectId, sloId: ids.slo } },
  ])

test("no subscription, operation of /v1, tool of MCP, page or feed shows a value of telemetry", async () => {
  const { canary, actors } = planted()
  const { api } = telemetry
  const { projectId, ids } = canary
  const found: string[] = []
  const note = (place: string, answer: unknown) => {
    if (traceIn(canary, answer)) found.push(place)
  }
  for (const [name, actor] of Object.entries(actors)) {
    for (const one of subscriptions) {
      const values = {
        ...valuesOf(canary, projectId, "log"),
        alertId: ids.alert,
        sloId: ids.slo,
        slug: canary.slug,
        monitorIds: null,
      }
      const source = `subscription { ${field(one, values)} ${selectionOf(getNamedType(one.type), 3)} }`
      const contextValue = contextFor(api.world.services, actor)
      const stream = await subscribe({ schema, document: parse(source), contextValue })
      if (!("next" in stream)) {
        note(`${name}: ${one.name}`, stream)
        continue
      }
      const next = stream.next()
      await changeAll(canary)
      // Some have nothing to send.
      note(`${name}: ${one.name}`, await Promise.race([next, setTimeout(200)]))
      await stream.return(undefined)
    }
  }

  const { authorization } = await makeKey(api.world, projectId)
  const params: Record<string, string> = {
    monitor_id: ids.monitor,
    incident_id: ids.incident,
    alert_id: ids.alert,
    status_page_id: ids.page,
    webhook_endpoint_id: ids.endpoint,
  }
  for (const { id, method, path, hasBody, example } of operations.filter(
    (one) => one.method !== "DELETE",
  )) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? newId())
    note(
      id,
      (await call(api, authorization, method, filled, hasBody ? { body: example } : {})).text,
    )
  }
  const document = valuesOf(canary, "", "log")["document"]
  const imported = await call(api, authorization, "POST", "/v1/monitors/import", { body: document })
  expect(imported.body).toMatchObject({
    created_count: 0,
    entries: [{ outcome: "invalid", reason: expect.stringContaining("telemetry:read") }],
  })

  const { token } = await createKey(api.world.system, {
    projectId,
    class: "legacy",
    name: "Limited",
    scopes: ["mcp:write"],
    labelIds: [ids.label],
  })
  const client = await connectClient(api, `Bearer ${token}`)
  for (const { name, example } of tools) {
    const args: Record<string, unknown> = {
      ...example,
      ...("monitor" in example && { monitor: ids.monitor }),
      ...("incident" in example && { incident: ids.incident }),
    }
    note(name, await client.callTool({ name, arguments: args }))
  }
  await client.close()

  const share = new URL(shareUrl(api.world.services, canary.share.id))
  const shared = await fetch(`${api.address}${share.pathname}`)
  const page = await shared.text()
  expect(page).toContain("Got 1 log record in 5 min")
  note("shared link", page)
  for (const path of ["", "/rss", "/badge"].map((one) => `/status/${canary.slug}${one}`)) {
    const answer = await fetch(`${api.address}${path}`)
    expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    note(path, await answer.text())
  }
  expect(found).toEqual([])
})

const ends = /^(delete|leave|remove|revoke|detach)/

test("no mutation shows a value of telemetry, and none makes what would", async () => {
  const { canary, actors, reader } = planted()
  const { services } = telemetry.api.world
  const { prisma } = services.database
  await prisma.prober.create({
    data: { id: newId(), startedAt: new Date(), seenAt: new Date(Date.now() + 3_600_000) },
  })
  const prober = answerTests(services)
  const kinds = Object.keys(conditions) as (keyof typeof conditions)[]
  const { monitor, incident, alert, slo, page, endpoint } = canary.ids
  const named = [monitor, incident, alert, slo, page, endpoint]
  const documents = (name: string, last: boolean): string[] => {
    const one = mutations.find((mutation) => mutation.name === name)
    if (one === undefined || (ends.test(name) && !last)) return []
    const ids = one.args.some((arg) => arg.name === "id") ? named : [""]
    const takesKind = one.args.some((arg) => /^(kind|input|document)$/.test(arg.name))
    return ids.flatMap((id) =>
      (takesKind ? kinds : kinds.slice(0, 1)).map((kind) => {
        const selection = selectionOf(getNamedType(one.type), 2)
        return `mutation { ${field(one, valuesOf(canary, id, kind))} ${selection} }`
      }),
    )
  }
  const shown = []
  for (const source of documents("testMonitor", false)) shown.push(await run(reader, source))
  expect(shown.map((answer) => traceIn(canary, answer))).toEqual([true, true, true])

  const measured = { kind: { in: kinds } }
  const before = await prisma.monitor.count({ where: measured })
  const all = mutations.map(({ name }) => name).filter((name) => name !== "createProject")
  for (const [name, actor] of Object.entries(actors)) {
    const isLast = actor === Object.values(actors).at(-1)
    const order = all.toSorted((a, b) => Number(ends.test(a)) - Number(ends.test(b)))
    const found = []
    for (const source of order.flatMap((one) => documents(one, isLast))) {
      const answer = await run(actor, source)
      if (traceIn(canary, answer)) found.push(source)
    }
    expect({ [name]: found }).toEqual({ [name]: [] })
  }
  await prober.stop()
  expect(await prisma.monitor.count({ where: measured })).toBe(before)
  expect(await prisma.slo.count({ where: { projectId: canary.projectId } })).toBeLessThanOrEqual(1)
})

/** Whatever leaves is made from what is stored, so that nothing else may contain it. */
test("values of telemetry are stored where only readers of telemetry see them", async () => {
  const { canary } = planted()
  const texts = [canary.text, String(canary.number), canary.number.toLocaleString("en-US")]
  expect(await tablesWith(telemetry.api.world, texts)).toEqual([
    "check_result",
    "incident_telemetry",
    "verdict",
  ])
})
