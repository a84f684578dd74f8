import type { Context } from "../context.ts"
import { findMonitor } from "../monitor/find.ts"
import { watch } from "../watch.ts"
import type { CheckRow } from "./list.ts"
import { listChecks, readCheck } from "./list.ts"

export type MonitorChecks = { row: CheckRow; projectId: string }

/**
 * The last check of a monitor, and then each that is recorded.
 *
 * @throws {DomainError} before the stream opens: not_found, and what `access.require` throws.
 */
export async function watchChecks(ctx: Context, monitorId: string) {
  const { id, seq, projectId } = await findMonitor(ctx, monitorId, "monitors:read")
  return watch<"check.recorded", MonitorChecks>(ctx, {
    projectId,
    permission: "monitors:read",
    noun: "monitor",
    topic: "check.recorded",
    matches: (payload) => payload.monitorId === id,
    async snapshot() {
      const { rows } = await listChecks(ctx, seq, { first: 1 })
      return rows.map((row) => ({ row, projectId }))
    },
    async read({ startedAt }) {
      const row = await readCheck(ctx, seq, new Date(startedAt))
      return row && { row, projectId }
    },
  })
}
