import { isTooExpensive, type Store } from "../../store/store.ts"
import { compareTraces } from "../traces/compare-traces.ts"
import { readTrace, readTraceLogs } from "../traces/read-trace.ts"
import { shapeTrace, type ShapedSpan } from "../traces/shape-trace.ts"
import { boundSnapshot } from "./bound-snapshot.ts"
import { readChanges } from "./read-changes.ts"
import type { Snapshot, TracedCheck } from "./snapshot.ts"

type Asked = {
  projectId: string
  /** Failed checks, the first of the outage first. */
  failed: readonly TracedCheck[]
  /** Good checks before it, the last first. */
  good: readonly TracedCheck[]
  /** When the outage began. */
  startedAt: Date
  now: Date
}

/** What the target's telemetry shows about a failed check; null if there is none of any of these checks. */
export async function takeSnapshot(store: Store, asked: Asked): Promise<Snapshot | null> {
  const { projectId, startedAt, now } = asked
  const [failed, good] = [
    await findTrace(store, projectId, asked.failed),
    await findTrace(store, projectId, asked.good),
  ]
  if (failed === null && good === null) return null
  const spans = compareTraces(good?.spans ?? [], failed?.spans ?? [])
  const [logs, changes] = await Promise.all([
    failed === null ? [] : readTraceLogs(store, projectId, failed.check.traceId, now),
    affordable(() =>
      readChanges(store, {
        projectId,
        services: [...new Set(spans.map(({ service }) => service))].slice(0, 100),
        until: new Date(failed?.check.at ?? startedAt),
      }),
    ),
  ])
  return boundSnapshot({
    failed: failed?.check ?? null,
    good: good?.check ?? null,
    spans,
    logs,
    changes: changes ?? [],
    isCut: false,
  })
}

/** The first of these checks of which the target sent spans. */
async function findTrace(
  store: Store,
  projectId: string,
  checks: readonly TracedCheck[],
): Promise<{ check: TracedCheck; spans: ShapedSpan[] } | null> {
  for (const check of checks) {
    const spans = shapeTrace(await readTrace(store, projectId, check.traceId))
    if (spans.length > 0) return { check, spans }
  }
  return null
}

/** Changes of services with too much data to read are left out rather than everything. */
async function affordable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (isTooExpensive(error)) return null
    throw error
  }
}

/** The cause in one sentence, such as "payments · POST /charge failed: connection refused"; null if none shows. */
export function summarize({ spans, changes }: Snapshot): string | null {
  const cause = spans.find(({ isCause }) => isCause)
  const version = changes.findLast(({ kind }) => kind === "version")
  const parts = [
    cause === undefined ? null : describe(cause),
    version === undefined
      ? null
      : `${version.service} had changed from version ${version.detail} to ${version.text}.`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(" ")
}

function describe({ service, name, first, second, difference }: Snapshot["spans"][number]): string {
  const where = `${service} · ${name}`
  const message = second?.statusMessage.split("\n")[0]?.slice(0, 200) ?? ""
  const because = message === "" ? "." : `: ${message.replace(/[.!]?$/, ".")}`
  const [before, after] = [first, second].map((span) => `${Math.round(span?.durationMs ?? 0)} ms`)
  switch (difference) {
    case "failed":
      return `${where} failed${because}`
    case "only_second":
      return second?.status === "Error"
        ? `${where} failed${because}`
        : `${where} was called only by the failed check.`
    case "only_first":
      return `${where} was called by the good check but not by the failed one.`
    case "slower":
      return `${where} took ${after} instead of ${before}.`
    case "faster":
    case "same":
      return `${where} took ${after}; ${before} before.`
  }
}
