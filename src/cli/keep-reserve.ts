import { randomBytes } from "node:crypto"
import { createWriteStream } from "node:fs"
import { rename, rm, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { Env } from "../platform/env.ts"
import type { Log } from "../platform/log.ts"
import { startLoop } from "../platform/loop.ts"
import type { OpenDatabase } from "./database.ts"

const mib = 1024 ** 2
const mostBytes = 128 * mib
const usualShare = 0.05
const lookMs = 1000
/** PostgreSQL's first file of a start may be this large. */
const fullBytes = 17 * mib

const reserveFile = (dataDir: string): string => join(dataDir, "reserve")

/**
 * Keeps a file on the disk of an embedded database, and deletes it when the disk is nearly full: the database goes on
 * with that space, and the roles store only what pages and states need, until there is room for the file again.
 */
export function keepReserve(
  { embedded }: Pick<OpenDatabase, "embedded">,
  { DATA_DIR }: Pick<Env, "DATA_DIR">,
  log: Log,
  setScarce: (isScarce: boolean) => void,
): () => Promise<void> {
  if (embedded === null) return () => Promise.resolve()
  const path = reserveFile(DATA_DIR)
  let isReleased = false
  const loop = startLoop(log, "disk reserve", lookMs, async () => {
    const { bavail, blocks, bsize } = await statfs(DATA_DIR)
    const bytes = Math.min(mostBytes, Math.floor(blocks * bsize * usualShare))
    const free = bavail * bsize
    if (free < bytes / 2 && !isReleased) {
      await rm(path, { force: true })
      isReleased = true
      setScarce(true)
      log.error(
        { free },
        "the disk of DATA_DIR is nearly full: its reserve is used up for states and pages, and history stops; free disk space",
      )
      return
    }
    const { size } = await stat(path).catch(() => ({ size: 0 }))
    if (size >= bytes || free < bytes * 3) return
    await fill(path, bytes)
    if (isReleased) log.info({ free }, "the disk of DATA_DIR has space again, and history goes on")
    isReleased = false
    setScarce(false)
  })
  return () => loop.stop()
}

/** Before anything is written at a start: a full disk would refuse the database its first file. */
export async function releaseIfFull({ DATA_DIR }: Pick<Env, "DATA_DIR">): Promise<void> {
  const figures = await statfs(DATA_DIR).catch(() => null)
  if (figures !== null && figures.bavail * figures.bsize < fullBytes) {
    await rm(reserveFile(DATA_DIR), { force: true })
  }
}

/** Written, not merely reserved: a sparse file would hold no space. */
async function fill(path: string, bytes: number): Promise<void> {
  // What a file system could compress would hold no space either.
  const chunk = randomBytes(mib)
  const chunks = Array.from({ length: Math.ceil(bytes / mib) }, (_, at) =>
    chunk.subarray(0, Math.min(mib, bytes - at * mib)),
  )
  await pipeline(Readable.from(chunks), createWriteStream(`${path}.new`, { mode: 0o600 }))
  await rename(`${path}.new`, path)
}
