import { join, relative } from "node:path"
import type { Env } from "../env.ts"
import type { StoragePlace } from "../service-urls.ts"
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

type Named = { madeAt: Date; installationId: string; migrations: readonly string[] }

/**
 * The name of a backup: why and when it was made. One before an upgrade has that of what it upgrades instead, so that
 * starts which fail again and again replace it and do not fill the disk.
 */
export function backupName(reason: BackupReason, named: Named): string {
  const { madeAt, installationId, migrations } = named
  const part =
    reason === "upgrade"
      ? `${migrations.at(-1)?.slice(0, 14) ?? "0"}-${installationId.slice(-8)}`
      : madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, "")
  return `watchkeeper-${reason}-${part}.tar.zst`
}

const placeOf = ({ BACKUP_URL, DATA_DIR }: Env): StoragePlace =>
  BACKUP_URL?.place ?? { kind: "folder", path: join(DATA_DIR, "backups") }

/** Whether backups are stored in the folder of the data. */
export function isBesideData(env: Env): boolean {
  const place = placeOf(env)
  return place.kind === "folder" && !relative(env.DATA_DIR, place.path).startsWith("..")
}

/** The folder or bucket from the settings. */
export function backupPlaceOf(env: Env): BackupPlace {
  const place = placeOf(env)
  return place.kind === "bucket" ? createBucketPlace(place) : createFolderPlace(place.path)
}
