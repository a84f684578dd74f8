import type { Env } from "../../env.ts"
import { SettingError } from "../../env.ts"
import type { CopiedFile } from "../../pages/status-page/copy.ts"
import { createBucket } from "./bucket.ts"
import { createFolder } from "./folder.ts"

/** Where copies of pages are kept. A file is there whole or not at all. */
export type Store = {
  /** Tells it from another one; no secret is in it. */
  place: string
  put(file: CopiedFile): Promise<void>
  /** Nothing where there is no such file. */
  remove(name: string): Promise<void>
}

/**
 * The store of the settings; null where no copies are wanted.
 *
 * @throws {SettingError} where the settings do not fit together.
 */
export function storeOf(env: Env): Store | null {
  const { STATUS_EXPORT_DIR: folder, STATUS_EXPORT_URL: url } = env
  if (folder !== undefined && url !== undefined) {
    throw new SettingError("Set STATUS_EXPORT_DIR or STATUS_EXPORT_URL, not both.")
  }
  if (folder !== undefined) return createFolder(folder)
  return url === undefined ? null : createBucket(url, env)
}
