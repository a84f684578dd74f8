import { statfs } from "node:fs/promises"
import pg from "pg"
import { nearestExisting } from "../data-folder-error.ts"
import { SettingError } from "../env.ts"
import { BackupError } from "./backup-error.ts"

const fewBytes = 50 * 1024 * 1024

/**
 * Names the full disk as the cause of an error: PostgreSQL often ends, and its client only sees a lost connection.
 *
 * @param folder the data folder, or one in it.
 */
export async function explainFull(
  error: unknown,
  folder: string,
  doing: keyof typeof remedies,
): Promise<unknown> {
  const { bavail, bsize } = await statfs(nearestExisting(folder))
  if (!isOfSpace(error) && (isExplained(error) || bavail * bsize > fewBytes)) return error
  return new BackupError(`The disk of ${folder} has too little space to ${remedies[doing]}.`, {
    cause: error,
  })
}

const remedies = {
  verify:
    "verify the backup. Free some space, or set DATA_DIR to a folder on another disk for this command",
  restore:
    "restore the backup. Free some space, or set DATA_DIR to a new folder on another disk, and repeat the command",
  upgrade: "hold the database twice. Free some space, and repeat the command",
}

const isOfSpace = (error: unknown): boolean =>
  error instanceof Error &&
  (/No space left on device|ENOSPC/.test(error.message) ||
    (error instanceof pg.DatabaseError && ["53100", "58030"].includes(error.code ?? "")))

const isExplained = (error: unknown): boolean =>
  error instanceof BackupError || error instanceof SettingError
