import { unpredictable } from "../random.ts"

/** The headers of W3C Trace Context that a check sends; `sampledId` is null if the target need not keep its trace. */
export type TraceContext = { traceparent: string; tracestate: string; sampledId: string | null }

/**
 * A new trace for one check. Its requests are marked in `tracestate`, so that they differ from those of users.
 *
 * @param share of the checks whose traces are kept, from 0 to 1.
 */
export function startTrace(monitorId: string, share: number): TraceContext {
  const ids = unpredictable(24).toString("hex")
  const isSampled = Math.random() < share
  const traceId = ids.slice(0, 32)
  return {
    traceparent: `00-${traceId}-${ids.slice(32)}-${isSampled ? "01" : "00"}`,
    tracestate: `wk=${monitorId}`,
    sampledId: isSampled ? traceId : null,
  }
}
