import type { TelemetrySource } from "../platform/backup/make-backup.ts"
import type { Env } from "../platform/env.ts"
import { drainSpool } from "../telemetry/ingest/drain-spool.ts"
import { listSegments } from "../telemetry/ingest/spool-folders.ts"
import { openTelemetrySnapshot } from "../telemetry/store/copy/dump-telemetry.ts"
import { openStore } from "../telemetry/store/copy/open-store.ts"
import { hasStore } from "../telemetry/store/front-file.ts"

/**
 * The telemetry of this installation at this moment, with all that this machine has acknowledged; null if telemetry
 * was never used here.
 */
export async function openTelemetrySource(
  env: Env,
): Promise<{ source: TelemetrySource; close(): Promise<void> } | null> {
  const isUsed =
    env.CLICKHOUSE_URL !== undefined ||
    hasStore(env.DATA_DIR) ||
    (await listSegments(env.DATA_DIR)).length > 0
  if (!isUsed) return null
  const { store, close } = await openStore(env)
  try {
    await drainSpool(env.DATA_DIR, store)
    const source = await openTelemetrySnapshot(store)
    return {
      source,
      async close() {
        await source.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
