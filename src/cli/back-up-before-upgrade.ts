import { runBackup } from "../jobs/backup/run-backup.ts"
import { backupPlaceOf } from "../platform/backup/backup-place.ts"
import { SettingError, type Env } from "../platform/env.ts"
import type { Log } from "../platform/log.ts"
import { openPool } from "../platform/open-client.ts"
import { useProxy } from "../platform/proxy/use-proxy.ts"

/**
 * Makes a backup with the database still as the earlier version left it.
 *
 * @throws {SettingError} if it cannot be made; then nothing is upgraded.
 */
export async function backUpBeforeUpgrade(
  env: Env,
  log: Log,
  connectionString: string,
): Promise<void> {
  if (env.BACKUP_BEFORE_UPGRADE === "off") return
  const place = backupPlaceOf(env)
  // For this alone: the supervisor also connects to its roles.
  const endProxy = await useProxy(env)
  const pool = await openPool(connectionString, 2)
  try {
    const { name, bytes } = await runBackup(
      { env, log, pool, connectionString },
      {
        place,
        reason: "upgrade",
        dueAt: null,
        isVerified: false,
        // The upgrade changes the database; telemetry stays as it is.
        openTelemetry: () => Promise.resolve(null),
      },
    )
    log.info({ place: place.name, name, bytes }, "made a backup before the upgrade")
  } catch (error) {
    throw new SettingError(
      `The backup before the upgrade failed, so nothing was upgraded: ${error instanceof Error ? error.message : String(error)} ` +
        "Fix this, set BACKUP_URL to another folder (file:///path), or set BACKUP_BEFORE_UPGRADE=off if you have a backup.",
      { cause: error },
    )
  } finally {
    endProxy()
    await pool.end()
  }
}
