import { rm } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { BackupError } from "../../platform/backup/backup-error.ts"
import type { Store } from "../store/store.ts"
import { storeSegment } from "./flush.ts"
import { takeSegments } from "./left-segments.ts"
import { listSegments, takeLeftFolders } from "./spool-folders.ts"

const patienceMs = 60_000
const pollMs = 100

/**
 * Resolves when the store has all that this machine acknowledged so far: living processes empty their own folders,
 * and what dead ones left is inserted here.
 *
 * @throws {BackupError} if the store does not take it.
 */
export async function drainSpool(dataDir: string, store: Store): Promise<void> {
  const wanted = new Set(await listSegments(dataDir))
  if (wanted.size === 0) return
  const { folders, release } = await takeLeftFolders(dataDir)
  try {
    for (const segment of folders.flatMap(takeSegments)) {
      await storeSegment(store, segment)
      await rm(segment.path)
    }
  } finally {
    await release()
  }
  const deadlineMs = performance.now() + patienceMs
  while ((await listSegments(dataDir)).some((path) => wanted.has(path))) {
    if (performance.now() > deadlineMs) {
      throw new BackupError({ code: "telemetry_not_drained", parameters: {} })
    }
    await sleep(pollMs)
  }
}
