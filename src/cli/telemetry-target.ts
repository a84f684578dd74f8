import { findingOf } from "../findings/finding-error.ts"
import { BackupError } from "../platform/backup/backup-error.ts"
import type { OpenBackup } from "../platform/backup/open-backup.ts"
import type { VerifiedTelemetry } from "../platform/backup/verify-backup.ts"
import { SettingError, type Env } from "../platform/env.ts"
import { hasTelemetry, moveStaged, stageTelemetry } from "../telemetry/store/copy/load-telemetry.ts"
import { openStore } from "../telemetry/store/copy/open-store.ts"

export type TelemetryTarget = {
  /** @throws {SettingError} if there is telemetry, which a restore never overwrites. */
  requireEmpty(): Promise<void>
  /** Reads the rest of the backup. */
  load(): Promise<VerifiedTelemetry>
  close(): Promise<void>
}

/** The telemetry store that a backup is restored into; opened before anything is changed. */
export async function openTelemetryTarget(
  env: Env,
  { head, entries }: OpenBackup,
): Promise<TelemetryTarget | null> {
  const { telemetry } = head
  if (telemetry === null) return null
  const { store, close } = await openStore(env)
  return {
    async requireEmpty() {
      if (!(await hasTelemetry(store))) return
      throw new SettingError(
        `The telemetry store at ${env.CLICKHOUSE_URL === undefined ? env.DATA_DIR : "CLICKHOUSE_URL"} already has ` +
          "data, and a restore never overwrites data. Use an empty one, or add --without-telemetry.",
      )
    },
    async load() {
      try {
        const loaded = await stageTelemetry(store, { head: telemetry, entries })
        await moveStaged(store, telemetry)
        return loaded
      } catch (error) {
        const cause = [findingOf(error, "backup_failed")]
        throw new BackupError(
          { code: "telemetry_not_restored", parameters: { cause } },
          { cause: error },
        )
      }
    },
    close,
  }
}
