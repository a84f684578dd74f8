import { parse, subscribe } from "graphql"
import { expect, onTestFinished, test } from "vitest"
import { contextFor } from "../../src/graphql/kernel/context.ts"
import { schema } from "../../src/graphql/schema.ts"
import { followLogs } from "../../src/telemetry/query/logs/follow-logs.ts"
import { newId } from "../../src/platform/id.ts"
import { logRequest } from "../support/otlp.ts"
import { stored, useTelemetry } from "../support/telemetry.ts"

const telemetry = useTelemetry()
const hourMs = 3_600_000

/** A project, a tail of it over GraphQL, and what sends to it. */
async function openTail(query: string) {
  const { projectId, token } = await telemetry.makeSender()
  const headers = { "x-svc-ingestion-key": token }
  const contextValue = contextFor(telemetry.api.world.services, { kind: "system", name: "test" })
  const follow = (wanted: string) =>
    subscribe({
      schema,
      document: parse(
        `subscription { logsReceived(projectId: "${projectId}", query: "${wanted}") { isCut more records { body } } }`,
      ),
      contextValue,
    })
  const send = async (bodies: readonly string[], atMs = Date.now()) => {
    const sent = await telemetry.send("logs", logRequest(bodies, "cart", atMs), headers)
    expect([sent.status, await sent.json()]).toEqual([200, {}])
  }
  // The store makes its tables with the first data.
  await send(["before"])
  await stored(() =>
    telemetry.store.query("SELECT Body FROM otel_logs WHERE ProjectId = {project:UUID}", {
      project: projectId,
    }),
  ).toHaveLength(1)
  const stream = await follow(query)
  if (!(Symbol.asyncIterator in stream)) throw new Error(JSON.stringify(stream))
  onTestFinished(() => void stream.return())
  type Batch = { isCut: boolean; more: number; records: { body: string }[] }
  const next = async () => {
    const { value, done } = await stream.next()
    if (done === true) return null
    const batch = (value as { data: { logsReceived: Batch } }).data.logsReceived
    return { ...batch, records: batch.records.map(({ body }) => body) }
  }
  expect(await next()).toEqual({ isCut: false, more: 0, records: [] })
  return { projectId, stream, follow, next, send }
}

const batch = (...records: string[]) => ({ isCut: false, more: 0, records })

test("tails log records as they arrive, and ends when it is left", async () => {
  const { stream, follow, next, send } = await openTail("level:info live")
  await send(["live one", "something else"])
  expect(await next()).toEqual(batch("live one"))
  await send(["live two"])
  expect(await next()).toEqual(batch("live two"))
  await stream.return()
  expect(await next()).toBeNull()
  expect(JSON.stringify(await follow("level:loud"))).toMatch(/level must be trace/)
})

test("shows records that are hours old when they arrive, and each of those that are alike", async () => {
  const { next, send } = await openTail("late")
  const now = Date.now()
  await send(["late", "late", "late"], now - 20 * hourMs)
  expect(await next()).toEqual(batch("late", "late", "late"))
  await send(["late"], now - 20 * hourMs)
  expect(await next()).toEqual(batch("late"))
})

test("says how many more arrived than it shows, and skips none that come after them", async () => {
  const { next, send } = await openTail("burst")
  await send(Array.from({ length: 1404 }, (_, at) => `burst ${at}`))
  const { records = [], more } = (await next()) ?? {}
  expect([records.length, more]).toEqual([200, 1204])
  await send(["burst, much older"], Date.now() - hourMs)
  expect(await next()).toEqual(batch("burst, much older"))
})

test("finds what is stored minutes after it was received", async () => {
  const { projectId } = await openTail("anything")
  const since = new Date(Date.now() - 10 * 60_000)
  const look = followLogs(telemetry.store, { projectId, query: "slow", since })
  const insert = (body: string, secondsAgo: number) =>
    telemetry.store.command(
      `INSERT INTO otel_logs (ProjectId, ReceivedAt, Timestamp, ServiceName, Body)
       VALUES ({project:UUID}, now() - {ago:UInt32}, now64(9), {service:String}, {body:String})`,
      { project: projectId, ago: secondsAgo, service: newId(), body },
    )
  expect(await look()).toEqual({ records: [], more: 0 })
  await insert("slow one", 300)
  expect(await look()).toMatchObject({ records: [{ body: "slow one" }], more: 0 })
  await insert("slow two", 300)
  await insert("fast", 1)
  expect(await look()).toMatchObject({ records: [{ body: "slow two" }], more: 0 })
  expect(await look()).toEqual({ records: [], more: 0 })
})
