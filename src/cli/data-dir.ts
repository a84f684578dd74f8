import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { dataFolderError } from "../platform/data-folder-error.ts"
import { SettingError, type Env } from "../platform/env.ts"
import { LockHeld, takeLock } from "../platform/process-lock.ts"

/**
 * Keeps a second server, or a restore, from using the data folder at the same time.
 *
 * @throws {SettingError} if one does, if the folder cannot be used.
 */
export async function lockDataDir({ DATA_DIR }: Env): Promise<() => Promise<void>> {
  try {
    await mkdir(DATA_DIR, { recursive: true })
    return await takeLock(join(DATA_DIR, "watchkeeper.lock"))
  } catch (error) {
    if (error instanceof LockHeld) {
      throw new SettingError(
        `Watchkeeper is already running on ${DATA_DIR} (process ${error.pid}). Stop it first, or set ` +
          "a different DATA_DIR and PORT for a second installation.",
        { cause: error },
      )
    }
    throw (
      dataFolderError(error, DATA_DIR) ??
      new SettingError(
        `The data folder ${DATA_DIR} cannot be used: ${error instanceof Error ? error.message : String(error)}. ` +
          "Set DATA_DIR to another folder.",
        { cause: error },
      )
    )
  }
}
