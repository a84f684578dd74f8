import { setTimeout as wait } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import type { Signal } from "../src/telemetry/otlp/otlp-error.ts"
import { printTable, spread } from "./machine.ts"
import { encode, makeRequest } from "./telemetry-data.ts"
import { measureCapacity, perRequest, startIngestion } from "./telemetry-load.ts"
import type { TelemetryStage } from "./telemetry-stage.ts"

const inLastHour = "ProjectId = {project:UUID} AND Timestamp > now64(9) - INTERVAL 1 HOUR"
const reads: [string, string, number][] = [
  [
    "last 100 logs of a service",
    `SELECT Timestamp, Body FROM otel_logs WHERE ${inLastHour} AND ServiceName = 'service-3' ORDER BY Timestamp DESC LIMIT 100`,
    50,
  ],
  [
    "a rare word",
    `SELECT Body FROM otel_logs WHERE ${inLastHour} AND hasAllTokens(Body, '{rare}') LIMIT 100`,
    30,
  ],
  [
    "a trace",
    `SELECT SpanName FROM otel_traces WHERE ProjectId = {project:UUID} AND TraceId = '{trace}'`,
    60,
  ],
  [
    "p95 by minute of a service",
    `SELECT toStartOfMinute(Timestamp) AS minute, quantile(0.95)(Duration) FROM otel_traces WHERE ${inLastHour} AND ServiceName = 'service-3' GROUP BY minute`,
    60,
  ],
  [
    "error rate by service from rollups",
    "SELECT ServiceName, sum(Errors) / sum(Calls) FROM wk_red_1m WHERE ProjectId = {project:UUID} AND Minute > now() - INTERVAL 1 HOUR GROUP BY ServiceName",
    20,
  ],
  [
    "facets: severity, service, route",
    `SELECT SeverityText, ServiceName, LogAttributes['http.route'] AS route, count() FROM otel_logs WHERE ${inLastHour} GROUP BY GROUPING SETS ((SeverityText), (ServiceName), (route))`,
    500,
  ],
]

const perRound = 9

type Times = {
  ms: number[]
  /** CPU of all processes for one read, in each round. */
  cpuMs: number[]
}

/** Each read nine times in a row, in each round. */
async function timesOf(
  { store, cpuMs }: TelemetryStage,
  projectId: string,
  { words, rounds }: { words: Record<string, string>; rounds: number },
): Promise<Times[]> {
  const times = reads.map((): Times => ({ ms: [], cpuMs: [] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, [, sql]] of reads.entries()) {
      const query = sql.replaceAll(/\{(rare|trace)\}/g, (_, name: string) => words[name] ?? "")
      const before = cpuMs()
      for (let time = 0; time < perRound; time += 1) {
        const begunMs = performance.now()
        await store.query(query, { project: projectId })
        times[at]?.ms.push(performance.now() - begunMs)
      }
      times[at]?.cpuMs.push((cpuMs() - before) / perRound)
    }
  }
  return times
}

/** Reads among so many logs, and half as many spans, idle and while logs arrive. */
export async function measureReads(
  stage: TelemetryStage,
  { readRows, rounds }: { readRows: number; rounds: number },
): Promise<void> {
  const { store, count, makeSender, send } = stage
  const { projectId, token } = await makeSender()
  const fill = async (signal: Signal, total: number) => {
    for (let first = 0; first < total; first += perRequest) {
      const request = makeRequest(signal, first, perRequest, Date.now())
      await send(signal, token, gzipSync(encode(signal, request), { level: 1 }), false)
    }
    while ((await count(signal, projectId)) < total) await wait(200)
  }
  await fill("logs", readRows)
  await fill("traces", readRows / 2)
  const [log] = await store.query<{ rare: string }>(
    "SELECT extract(Body, 'order=([0-9a-f]+)') AS rare FROM otel_logs WHERE ProjectId = {project:UUID} AND rare != '' LIMIT 1",
    { project: projectId },
  )
  const [span] = await store.query<{ trace: string }>(
    "SELECT TraceId AS trace FROM otel_traces WHERE ProjectId = {project:UUID} LIMIT 1",
    { project: projectId },
  )
  const words = { rare: log?.rare ?? "", trace: span?.trace ?? "" }
  const idle = await timesOf(stage, projectId, { words, rounds })
  const capacity = await measureCapacity(stage)
  const stop = await startIngestion(stage, capacity / 2)
  const busy = await timesOf(stage, projectId, { words, rounds })
  const rate = await stop()
  process.stdout.write(
    `\nWith ingestion: ${rate.toFixed(0)} logs a second of ${capacity.toFixed(0)} at full speed.\n`,
  )
  printTable(
    [
      stage.titled("read, each nine times a round"),
      "idle, ms",
      "goal, ms",
      "CPU of all processes, ms",
      "with ingestion, ms",
      "ratio",
      "goal",
    ],
    reads.map(([name, , goal], at) => {
      const [quiet, loud] = [spread(idle[at]?.ms ?? []), spread(busy[at]?.ms ?? [])]
      const cpu = spread(idle[at]?.cpuMs ?? [])
      return [name, quiet, `≤ ${goal}`, cpu, loud, loud.median / quiet.median, "≤ 4"]
    }),
  )
}
