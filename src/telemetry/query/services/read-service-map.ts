import type { Store } from "../../store/store.ts"
import { bounds, inMinutes, inWindow, windowParams, type Window } from "../window.ts"

/** What a called system is: a service with spans of its own, or what the caller says of it. */
export type PeerKind = "service" | "database" | "messaging" | "external"

/** Calls from one service to another system. */
export type Edge = {
  source: string
  target: string
  kind: PeerKind
  calls: number
  errors: number
  p95Ms: number
}

export type ServiceMap = { edges: Edge[]; sampledShare: number }

/** Calls of which the edges are made; of more, every nth trace is read. */
const mostCalls = 200_000
const mostEdges = 400

const attribute = (...keys: string[]): string =>
  `coalesce(${keys.map((key) => `nullIf(SpanAttributes['${key}'], '')`).join(", ")}, '')`

const peers = `${attribute("db.system.name", "db.system")} AS db,
  ${attribute("db.namespace", "db.name")} AS dbName,
  ${attribute("messaging.system")} AS queue,
  ${attribute("messaging.destination.name", "messaging.destination")} AS queueName,
  ${attribute("peer.service", "server.address", "net.peer.name", "http.host")} AS peer`

/**
 * Which services call which: each client span with the server span that it caused in another service, or with the
 * database, queue or host that it names.
 */
export async function readServiceMap(store: Store, window: Window): Promise<ServiceMap> {
  const [{ calls } = { calls: 0 }] = await store.query<{ calls: number }>(
    `SELECT toFloat64(sum(Calls)) AS calls FROM wk_red_1m WHERE ${inMinutes("Minute")}`,
    windowParams(window),
    bounds,
  )
  const every = Math.max(1, Math.ceil(calls / mostCalls))
  const sample = "cityHash64(TraceId) % {every:UInt32} = 0"
  const edges = await store.query<Edge>(
    `SELECT caller AS source,
       multiIf(callee != '', callee, db != '', if(dbName = '', db, concat(db, ' ', dbName)),
         queue != '', if(queueName = '', queue, concat(queue, ' ', queueName)), peer) AS target,
       multiIf(callee != '', 'service', db != '', 'database', queue != '', 'messaging', 'external') AS kind,
       toFloat64(count()) * {every:UInt32} AS calls, toFloat64(countIf(isError)) * {every:UInt32} AS errors,
       quantileTDigest(0.95)(took) / 1e6 AS p95Ms
     FROM (
       SELECT client.ServiceName AS caller, server.ServiceName AS callee, client.Duration AS took,
         client.StatusCode = 'Error' OR server.StatusCode = 'Error' AS isError, db, dbName, queue, queueName, peer
       FROM (
         SELECT TraceId, SpanId, ServiceName, Duration, StatusCode, ${peers} FROM otel_traces
         WHERE ${inWindow("Timestamp")} AND SpanKind IN ('Client', 'Producer') AND ${sample}
       ) AS client
       LEFT JOIN (
         SELECT TraceId, ParentSpanId, ServiceName, StatusCode FROM otel_traces
         WHERE ${inWindow("Timestamp")} AND SpanKind IN ('Server', 'Consumer') AND ParentSpanId != '' AND ${sample}
       ) AS server ON client.TraceId = server.TraceId AND client.SpanId = server.ParentSpanId
     )
     WHERE target != '' AND target != source
     GROUP BY source, target, kind ORDER BY calls DESC, source, target LIMIT ${mostEdges}`,
    { ...windowParams(window), every },
    bounds,
  )
  return { edges, sampledShare: 1 / every }
}
