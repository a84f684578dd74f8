import type { Env } from "../../platform/env.ts"
import type { CopiedFile } from "../../pages/serve/static-copy.ts"
import { createBucket } from "./bucket-store.ts"
import { createFolder } from "./folder-store.ts"

/** Where copies of pages are stored. Writes are atomic per file. */
export type Store = {
  /** Identifies the store; contains no secret. */
  place: string
  put(file: CopiedFile): Promise<void>
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>
}

/** The store from the settings; null if no export is configured. */
export function storeOf(env: Env): Store | null {
  const { STATUS_EXPORT_URL: place } = env
  if (place === undefined) return null
  return place.kind === "bucket" ? createBucket(place) : createFolder(place.path)
}
