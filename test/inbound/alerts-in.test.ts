import fc from "fast-check"
import { expect, test, vi } from "vitest"
import { createSource } from "../../src/graphql/incidents/source/create-source.ts"
import { rotateSourceKey } from "../../src/graphql/incidents/source/rotate-source-key.ts"
import { updateSource } from "../../src/graphql/incidents/source/update-source.ts"
import { deleteSource } from "../../src/graphql/incidents/source/delete-source.ts"
import { acknowledgeAlert } from "../../src/graphql/incidents/alert/acknowledge-alert.ts"
import { changeAlertState } from "../../src/graphql/incidents/alert/change-state.ts"
import { resolveAlert } from "../../src/graphql/incidents/alert/resolve-alerts.ts"
import { readFindings } from "../../src/findings/finding.ts"
import { say } from "../../src/findings/say.ts"
import { makeKey, useApi } from "../support/api.ts"
import { patience } from "../support/patience.ts"
import { makeProject } from "../support/world.ts"

const api = useApi()

async function makeSource(kind: "pagerduty" | "json" = "pagerduty", more = {}) {
  const { id: projectId } = await makeProject(api.world)
  const made = await createSource(api.world.system, { projectId, kind, name: "Grafana", ...more })
  return { projectId, ...made, url: `${api.address}${new URL(made.url).pathname}` }
}

const prisma = () => api.world.services.database.prisma

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: (text === "" ? null : JSON.parse(text)) as Record<string, unknown> | null,
  }
}

const trigger = (key: string, dedup_key?: string, more: object = {}) => ({
  routing_key: key,
  event_action: "trigger",
  ...(dedup_key === undefined ? {} : { dedup_key }),
  payload: { summary: "Disk is full", source: "db-1", severity: "critical", ...more },
})
const ending = (key: string, event_action: "acknowledge" | "resolve", dedup_key: string) => ({
  routing_key: key,
  event_action,
  dedup_key,
})

const alertsOf = (projectId: string) =>
  prisma().alert.findMany({
    where: { projectId },
    orderBy: { number: "asc" },
    include: { evidence: true, escalation: true, severity: true },
  })

const payloadsOf = async (sourceId: string) => {
  const rows = await prisma().sourcePayload.findMany({
    where: { sourceId },
    orderBy: { id: "asc" },
  })
  return rows.map(({ findings }) => say(readFindings(findings)))
}

test("a trigger of PagerDuty raises one alert that pages, and repeats change only its count", async () => {
  const { projectId, source, key, url } = await makeSource()
  const first = await post(url, trigger(key, "disk"))
  expect(first.status).toBe(202)
  expect(first.body).toEqual({
    status: "success",
    message: "Event processed",
    dedup_key: "disk",
  })
  const [alert] = await alertsOf(projectId)
  expect(alert).toMatchObject({
    title: "Disk is full",
    monitorId: null,
    sourceId: source.id,
    severity: { name: "high" },
    escalation: { state: "active" },
    evidence: { dedupKey: "disk" },
    repeatCount: 0,
  })
  expect(say(readFindings(alert?.findings))).toBe(
    "Grafana reported a problem on db-1 with severity critical.",
  )
  expect(alert?.evidence?.body).not.toContain(key)
  await post(url, trigger(key, "disk"))
  await acknowledgeAlert(api.world.system, alert?.id ?? "")
  await post(url, trigger(key, "disk"))
  const after = await alertsOf(projectId)
  expect(after).toHaveLength(1)
  expect(after[0]?.repeatCount).toBe(2)
  expect(after[0]?.acknowledgedAt).not.toBeNull()
  expect(await payloadsOf(source.id)).toEqual([
    "Alert #1 was raised.",
    "Not paged again: duplicate of alert #1, which is open.",
    "Not paged: duplicate of alert #1, which is acknowledged.",
  ])
  const { receivedCount } = await prisma().source.findUniqueOrThrow({ where: { id: source.id } })
  expect(receivedCount).toBe(3)
})

test("a sender acknowledges and resolves its own alert, and the next trigger is a new one", async () => {
  const { projectId, source, key, url } = await makeSource()
  const { key: other } = await createSource(api.world.system, {
    projectId,
    kind: "pagerduty",
    name: "Other",
  })
  await post(url, trigger(key, "disk"))
  expect((await post(url, ending(other, "resolve", "disk"))).status).toBe(202)
  expect((await alertsOf(projectId))[0]?.resolvedAt).toBeNull()
  expect((await post(url, ending(key, "acknowledge", "disk"))).status).toBe(202)
  expect((await alertsOf(projectId))[0]).toMatchObject({
    acknowledgedBy: "Grafana",
    escalation: { state: "ended" },
  })
  await post(url, ending(key, "resolve", "disk"))
  await post(url, ending(key, "resolve", "disk"))
  await post(url, trigger(key, "disk"))
  const [first, second] = await alertsOf(projectId)
  expect(first).toMatchObject({ resolvedBy: "Grafana" })
  expect(second?.resolvedAt).toBeNull()
  expect(await payloadsOf(source.id)).toEqual([
    "Alert #1 was raised.",
    "Alert #1 was acknowledged.",
    "Alert #1 was resolved.",
    "Nothing changed: no open alert of this source has the deduplication key.",
    "Alert #2 was raised.",
  ])
})

test("what a person decided stays: a state that was set by hand, and the only open alert of a key", async () => {
  const { projectId, key, url } = await makeSource()
  await post(url, trigger(key, "disk"))
  const [first] = await alertsOf(projectId)
  const id = first?.id ?? ""
  await resolveAlert(api.world.system, id)
  await post(url, trigger(key, "disk"))
  await expect(changeAlertState(api.world.system, { id, state: "triggered" })).rejects.toThrow(
    "Alert #2 about the same problem is open",
  )
  await post(url, ending(key, "resolve", "disk"))
  await changeAlertState(api.world.system, { id, state: "triggered" })
  await post(url, ending(key, "resolve", "disk"))
  expect((await alertsOf(projectId)).map(({ resolvedAt }) => resolvedAt === null)).toEqual([
    true,
    false,
  ])
})

test("the same bytes without a key are one alert, other bytes are others", async () => {
  const { projectId, key, url } = await makeSource()
  const first = await post(url, trigger(key))
  const again = await post(url, trigger(key))
  expect(again.body?.["dedup_key"]).toBe(first.body?.["dedup_key"])
  await post(url, trigger(key, undefined, { summary: "Another" }))
  expect(await alertsOf(projectId)).toHaveLength(2)
})

test("two triggers at once raise one alert", async () => {
  const { projectId, key, url } = await makeSource()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => post(url, trigger(key, `k${at % 2}`))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(202))
  const alerts = await alertsOf(projectId)
  expect(alerts.map(({ repeatCount }) => repeatCount)).toEqual([5, 5])
})

test("what cannot be read is refused as PagerDuty does, counted and shown", async () => {
  const { source, key, url } = await makeSource()
  const bad = [
    { routing_key: key, event_action: "trigger", payload: {} },
    { routing_key: key, event_action: "explode" },
    { routing_key: key, event_action: "resolve" },
  ]
  for (const body of bad) {
    const answer = await post(url, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ status: "invalid event", errors: expect.anything() })
  }
  const strangers = ["{", "[]", "", `routing_key=${key}`, { routing_key: "0".repeat(32) }]
  for (const body of strangers) {
    const answer = await post(url, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ status: "invalid event" })
  }
  const deep = `{"routing_key":"${key}","a":${"[".repeat(9000)}${"]".repeat(9000)}}`
  expect((await post(url, deep)).status).toBe(400)
  expect((await post(url, new Blob([" ".repeat(1024 * 1024 + 1)]))).status).toBe(413)
  const found = await prisma().source.findUniqueOrThrow({ where: { id: source.id } })
  expect(found).toMatchObject({ receivedCount: 0, refusedCount: 3 })
  expect(say(readFindings(found.lastRefusal))).toContain("'dedup_key' is missing")
  expect((await fetch(url)).status).toBe(405)
  expect((await post(`${api.address}/in/pagerduty/v3`, {})).status).toBe(404)
  expect((await post(`${api.address}/in/constructor/v2/enqueue`, {})).status).toBe(404)
})

test("hostile text is stored as evidence: NUL, surrogates, long keys, any member and any case", async () => {
  const { projectId, key, url } = await makeSource()
  const dedup = "k".repeat(10_000)
  const body = {
    ...trigger(key, dedup, {
      summary: `a\u0000b\ud800 ${"x".repeat(2000)}`,
      severity: "WARNING",
      custom_details: { "<script>": ["\ud800", { deep: 1 }] },
      timestamp: "2015-07-17T08:42:58.315+0000",
    }),
    links: [{ href: "javascript:alert(1)" }, { href: "https://example.com/a", text: "Run book" }],
    unknown: { kept: true },
  }
  expect((await post(url, body, { "content-type": "text/plain" })).status).toBe(202)
  const [alert] = await alertsOf(projectId)
  expect(alert?.title).toHaveLength(200)
  expect(alert).toMatchObject({
    severity: { name: "low" },
    evidence: { dedupKey: dedup, links: [{ url: "https://example.com/a", text: "Run book" }] },
  })
  expect(alert?.evidence?.body).toContain('"kept": true')
  expect((await post(url, ending(key, "resolve", dedup))).status).toBe(202)
  expect((await alertsOf(projectId))[0]?.resolvedAt).not.toBeNull()
})

test("a key is taken over, rotated and revoked; only its own kind accepts it", async () => {
  const given = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6"
  const { source, url, key, projectId } = await makeSource("pagerduty", { integrationKey: given })
  expect(key).toBe(given)
  const { system } = api.world
  const again = { projectId, kind: "pagerduty", name: "Twice", integrationKey: given }
  await expect(createSource(system, again)).rejects.toThrow("is the key of another source")
  await expect(createSource(system, { ...again, integrationKey: "short" })).rejects.toThrow(
    "must be the 32 letters",
  )
  expect((await post(url, trigger(given, "a"))).status).toBe(202)
  expect((await post(`${api.address}/in/json/${given}`, { title: "x" })).status).toBe(404)
  const { key: next } = await rotateSourceKey(system, source.id)
  expect((await post(url, trigger(given, "b"))).status).toBe(400)
  expect((await post(url, trigger(next, "b"))).status).toBe(202)
  await updateSource(system, { id: source.id, isEnabled: false })
  expect((await post(url, trigger(next, "c"))).status).toBe(400)
  const found = await prisma().source.findUniqueOrThrow({ where: { id: source.id } })
  expect(found).toMatchObject({ receivedCount: 2, refusedCount: 2 })
  await deleteSource(system, source.id)
  expect((await post(url, trigger(next, "c"))).status).toBe(400)
  const left = await alertsOf(projectId)
  expect(left.map(({ resolvedAt, sourceId }) => [resolvedAt === null, sourceId])).toEqual([
    [false, null],
    [false, null],
  ])
})

test("version 1 and change events of PagerDuty are accepted", async () => {
  const { projectId, key, source } = await makeSource()
  const old = `${api.address}/in/pagerduty/generic/2010-04-15/create_event.json`
  const event = { service_key: key, incident_key: "k", description: "Old", details: { a: 1 } }
  expect(await post(old, { ...event, event_type: "trigger" })).toMatchObject({
    status: 200,
    body: { status: "success", incident_key: "k" },
  })
  expect((await post(old, { ...event, event_type: "resolve" })).status).toBe(200)
  const change = { routing_key: key, payload: { summary: "Deployed 7" } }
  expect((await post(`${api.address}/in/pagerduty/v2/change/enqueue`, change)).status).toBe(202)
  expect(await payloadsOf(source.id)).toEqual([
    "Alert #1 was raised.",
    "Alert #1 was resolved.",
    "Change event: Deployed 7. It pages nobody.",
  ])
  expect(await alertsOf(projectId)).toHaveLength(1)
})

test("JSON has the generic form of OnCall, and other members by path", async () => {
  const { projectId, url } = await makeSource("json")
  const firing = {
    alert_uid: "u1",
    title: "Queue",
    state: "alerting",
    message: "long",
    link_to_upstream_details: "https://example.com/q",
  }
  expect((await post(url, firing)).status).toBe(200)
  expect((await post(url, { ...firing, state: "OK" })).status).toBe(200)
  expect((await post(url, { state: "ok" })).status).toBe(400)
  expect((await alertsOf(projectId))[0]).toMatchObject({ title: "Queue", resolvedBy: "Grafana" })
  const mapped = await makeSource("json", {
    severity: "low",
    labels: [{ name: "team", value: "db" }],
    mapping: [
      { name: "title", path: "$.event['what.is'][0]" },
      { name: "dedupKey", path: "event.id" },
    ],
  })
  await post(mapped.url, { event: { id: 7, "what.is": ["Slow"] } })
  expect((await alertsOf(mapped.projectId))[0]).toMatchObject({
    title: "Slow",
    severity: { name: "low" },
    evidence: { dedupKey: "7", labels: { team: "db" } },
  })
})

test("an alert of a source is shown everywhere: GraphQL, /v1, its timeline and the webhook", async () => {
  const { projectId, source, key, url } = await makeSource()
  await post(url, trigger(key, "disk"))
  await post(url, trigger(key, "disk"))
  const { authorization } = await makeKey(api.world, projectId)
  const asked = `query ($id: ID!) { project(id: $id) { sources(first: 5) { edges { node { name kind receivedCount
    payloads { body findings { text } alert { number } } } } }
    alerts(first: 5) { edges { node { source { id } repeatCount evidence { dedupKey }
      timeline { nodes { __typename title detail } } } } } } }`
  const { body } = await api.post({ query: asked, variables: { id: projectId } }, { authorization })
  const { project } = (
    body as { data: { project: Record<string, { edges: { node: unknown }[] }> } }
  ).data
  expect(project["sources"]?.edges[0]?.node).toMatchObject({
    kind: "PAGERDUTY",
    receivedCount: 2,
    payloads: [{ alert: { number: 1 } }, { findings: [{ text: "Alert #1 was raised." }] }],
  })
  const node = project["alerts"]?.edges[0]?.node as { timeline: { nodes: { title: string }[] } }
  expect(node).toMatchObject({ source: { id: source.id }, repeatCount: 1 })
  expect(node.timeline.nodes.map(({ title }) => title)).toEqual(
    expect.arrayContaining(["Alert #1 raised", "Reported 1 more time"]),
  )
  const listed = await fetch(`${api.address}/v1/alerts`, { headers: { authorization } })
  expect(await listed.json()).toMatchObject({
    data: [{ monitor: null, source: { id: source.id, name: "Grafana", kind: "pagerduty" } }],
  })
})

type Step = { action: "trigger" | "acknowledge" | "resolve"; dedup: "a" | "b"; times: 1 | 2 }

test("any order and repetition of events ends in the state that PagerDuty documents", async () => {
  const { projectId } = await makeSource()
  const step: fc.Arbitrary<Step> = fc.record({
    action: fc.constantFrom("trigger", "trigger", "acknowledge", "resolve"),
    dedup: fc.constantFrom("a", "b"),
    times: fc.constantFrom(1, 2),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const name = `Run ${(run += 1)}`
      const made = await createSource(api.world.system, { projectId, kind: "pagerduty", name })
      const { key, source } = made
      const url = `${api.address}${new URL(made.url).pathname}`
      const open = new Map<string, { isAcknowledged: boolean; repeats: number }>()
      let raised = 0
      for (const { action, dedup, times } of steps) {
        const body = action === "trigger" ? trigger(key, dedup) : ending(key, action, dedup)
        await Promise.all(Array.from({ length: times }, () => post(url, body)))
        const alert = open.get(dedup)
        if (action === "resolve") open.delete(dedup)
        else if (alert !== undefined && action === "acknowledge") alert.isAcknowledged = true
        else if (alert !== undefined) alert.repeats += times
        else if (action === "trigger") {
          raised += 1
          open.set(dedup, { isAcknowledged: false, repeats: times - 1 })
        }
      }
      const alerts = await prisma().alert.findMany({
        where: { sourceId: source.id },
        include: { evidence: true },
      })
      const found = alerts
        .filter(({ resolvedAt }) => resolvedAt === null)
        .map(({ evidence, acknowledgedAt, repeatCount }): [string, unknown] => [
          evidence?.dedupKey ?? "",
          { isAcknowledged: acknowledgedAt !== null, repeats: repeatCount },
        ])
      expect(alerts).toHaveLength(raised)
      expect(new Map(found)).toEqual(open)
    }),
    { numRuns: 10, seed: 33 },
  )
})

test("a sender that lost its answer and sends again raises nothing twice", async () => {
  const { projectId, key, url } = await makeSource()
  const lost = new AbortController()
  const body = JSON.stringify(trigger(key))
  const sent = fetch(url, { method: "POST", body, signal: lost.signal })
  await vi.waitFor(async () => expect(await alertsOf(projectId)).toHaveLength(1), patience)
  lost.abort()
  await sent.then((response) => response.body?.cancel()).catch(() => undefined)
  expect((await post(url, body)).status).toBe(202)
  expect(await alertsOf(projectId)).toHaveLength(1)
  expect((await alertsOf(projectId))[0]?.repeatCount).toBe(1)
})

test("without the database, the sender is asked to send it again", async () => {
  const { url, key, projectId } = await makeSource()
  const { pool } = api.world.services.database
  const refused = Object.assign(new Error("away"), { code: "ECONNREFUSED" })
  const away = vi.spyOn(pool, "query").mockRejectedValue(refused)
  const answer = await post(url, trigger(key, "disk")).finally(() => away.mockRestore())
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(await alertsOf(projectId)).toEqual([])
  expect((await post(url, trigger(key, "disk"))).status).toBe(202)
})
