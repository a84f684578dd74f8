import type { Store } from "../../store/store.ts"
import type { LogPosition, LogRecord } from "./log-record.ts"
import { searchLogs } from "./search-logs.ts"

const hourMs = 3_600_000
const mostHours = 6

/** Records before and after one, newest first, that a query such as `service:cart` finds. @throws {QueryFault} */
export async function readLogContext(
  store: Store,
  projectId: string,
  position: LogPosition,
  { query, rows }: { query: string; rows: number },
): Promise<{ after: LogRecord[]; before: LogRecord[] }> {
  const at = Number(BigInt(position.nanoseconds) / 1_000_000n)
  const page = { rows, after: position }
  const [before, after] = await Promise.all([
    searchLogs(
      store,
      { projectId, from: new Date(at - mostHours * hourMs), to: new Date(at + 1000) },
      query,
      page,
    ),
    searchLogs(
      store,
      { projectId, from: new Date(at - 1000), to: new Date(at + mostHours * hourMs) },
      query,
      { ...page, order: "oldest" },
    ),
  ])
  return { before, after: after.toReversed() }
}
