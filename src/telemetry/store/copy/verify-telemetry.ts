import type { OpenBackup } from "../../../platform/backup/open-backup.ts"
import type { VerifiedTelemetry } from "../../../platform/backup/verify-backup.ts"
import { stageTelemetry } from "./load-telemetry.ts"
import { openStore, type StoreEnv } from "./open-store.ts"

/**
 * Loads the telemetry of a backup and compares counts and sums: in a database of its own on the server at
 * CLICKHOUSE_URL, otherwise in an embedded engine of its own.
 *
 * @param scratch an empty folder, which the caller deletes.
 */
export async function verifyTelemetry(
  env: StoreEnv,
  { head, entries }: OpenBackup,
  scratch: string,
): Promise<VerifiedTelemetry> {
  if (head.telemetry === null) return { tables: 0, rows: 0 }
  const backup = { head: head.telemetry, entries }
  if (env.CLICKHOUSE_URL === undefined) {
    const { store, close } = await openStore({ ...env, DATA_DIR: scratch })
    try {
      return await stageTelemetry(store, backup)
    } finally {
      await close()
    }
  }
  const name = `watchkeeper_verify_${Date.now()}`
  const own = await openStore(env)
  try {
    await own.store.command(`CREATE DATABASE ${name}`)
    const url = new URL(env.CLICKHOUSE_URL)
    url.pathname = `/${name}`
    const { store, close } = await openStore({ ...env, CLICKHOUSE_URL: url.href })
    try {
      return await stageTelemetry(store, backup)
    } finally {
      await close()
      await own.store.command(`DROP DATABASE ${name} SYNC SETTINGS max_table_size_to_drop = 0`)
    }
  } finally {
    await own.close()
  }
}
