import { statfs } from "node:fs/promises"
import pg from "pg"
import type { diskNeeds } from "../../findings/codes/backup.ts"
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
  need: (typeof diskNeeds)[number],
): Promise<unknown> {
  const { bavail, bsize } = await statfs(nearestExisting(folder))
  if (!isOfSpace(error) && (isExplained(error) || bavail * bsize > fewBytes)) return error
  return new BackupError({ code: "disk_too_small", parameters: { folder, need } }, { cause: error })
}

const isOfSpace = (error: unknown): boolean =>
  error instanceof Error &&
  (/No space left on device|ENOSPC/.test(error.message) ||
    (error instanceof pg.DatabaseError && ["53100", "58030"].includes(error.code ?? "")))

const isExplained = (error: unknown): boolean =>
  error instanceof BackupError || error instanceof SettingError
