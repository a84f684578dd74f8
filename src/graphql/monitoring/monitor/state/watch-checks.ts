import type { Context } from "../../../kernel/context.ts"
import { findMonitor } from "../find-monitor.ts"
import { watch } from "../../../live/watch.ts"
import { listChecks, readCheck, type MonitorCheck } from "../../check/list-checks.ts"

/**
 * Stream the last check of a monitor, then each new one.
 *
 * @throws {DomainError} before the stream opens: not_found, and what `access.require` throws.
 */
export async function watchChecks(ctx: Context, monitorId: string) {
  const { id, seq, projectId } = await findMonitor(ctx, monitorId, "monitors:read")
  return watch<"checks.recorded", MonitorCheck>(ctx, {
    projectId,
    permission: "monitors:read",
    noun: "monitor",
    about: { type: "monitor", id },
    topic: "checks.recorded",
    matches: ({ startedAtMs }) => seq in startedAtMs,
    async snapshot() {
      const { rows } = await listChecks(ctx, seq, { first: 1 })
      return rows.map((row) => ({ row, projectId }))
    },
    async read({ startedAtMs }) {
      const row = await readCheck(ctx, seq, new Date(startedAtMs[seq] ?? Number.NaN))
      return row && { row, projectId }
    },
  })
}
