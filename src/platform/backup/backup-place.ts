import type { Env } from "../env.ts"
import { SettingError } from "../env.ts"
import { createBucketPlace } from "./bucket-place.ts"
import { createFolderPlace } from "./folder-place.ts"

/** Where backups are stored. */
export type BackupPlace = {
  /** Names it; contains no secret. */
  name: string
  /**
   * Stores a backup, which exists under its name only once it is complete.
   *
   * @returns its size.
   */
  write(name: string, source: AsyncIterable<Buffer>): Promise<number>
  read(name: string): Promise<AsyncIterable<Buffer>>
  /** Does nothing if it does not exist. */
  remove(name: string): Promise<void>
}

export type BackupReason = "manual" | "scheduled" | "upgrade"

/** The name of a backup: why and when it was made. */
export const backupName = (reason: BackupReason, madeAt: Date): string =>
  `watchkeeper-${reason}-${madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.tar.zst`

/**
 * The folder or bucket from the settings.
 *
 * @throws {SettingError} if they contradict each other.
 */
export function backupPlaceOf(env: Env): BackupPlace {
  const { BACKUP_DIR, BACKUP_URL, DATA_DIR } = env
  if (BACKUP_DIR !== undefined && BACKUP_URL !== undefined) {
    throw new SettingError("Set BACKUP_DIR or BACKUP_URL, not both.")
  }
  if (BACKUP_URL !== undefined) return createBucketPlace(BACKUP_URL, env)
  return createFolderPlace(BACKUP_DIR ?? `${DATA_DIR}/backups`)
}
