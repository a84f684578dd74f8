import { createReadStream } from "node:fs"
import { chmod, mkdir, open, readdir, rename, rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { LockHeld, takeLock } from "../process-lock.ts"
import { BackupError, explainBackup } from "./backup-error.ts"
import type { BackupPlace } from "./backup-place.ts"

const partial = ".partial"

/** A folder; only its owner can read the backups. */
export function createFolderPlace(path: string): BackupPlace {
  const folder = resolve(path)
  return {
    name: folder,
    async write(name, source) {
      try {
        await makeFolder(folder)
        const release = await lock(folder)
        try {
          await removePartials(folder)
          return await writeWhole(folder, name, source)
        } finally {
          await release()
        }
      } catch (error) {
        throw explainBackup(error, folder)
      }
    },
    async read(name) {
      return readFrom(join(folder, name))
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** Opens the file before it returns, so that a wrong path is reported at once. */
export async function readFrom(path: string): Promise<AsyncIterable<Buffer>> {
  try {
    const file = await open(path, "r")
    return createReadStream(path, { fd: file, highWaterMark: 1024 * 1024 })
  } catch (error) {
    throw explainBackup(error, path)
  }
}

async function makeFolder(folder: string): Promise<void> {
  if ((await mkdir(folder, { recursive: true })) !== undefined) await chmod(folder, 0o700)
}

async function lock(folder: string): Promise<() => Promise<void>> {
  try {
    return await takeLock(join(folder, ".backup.lock"))
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error
    const parameters = { folder, processId: error.pid }
    throw new BackupError({ code: "backup_under_way", parameters }, { cause: error })
  }
}

/** Files of processes that were killed: under the lock nobody else writes. */
async function removePartials(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(partial)) await rm(join(folder, name), { force: true })
  }
}

/** Written to disk before it is renamed, and so is the new name. */
async function writeWhole(
  folder: string,
  name: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  const draft = join(folder, `.${name}${partial}`)
  try {
    const file = await open(draft, "wx", 0o600)
    let size = 0
    try {
      for await (const chunk of source) {
        await file.writeFile(chunk)
        size += chunk.length
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, name))
    const parent = await open(folder, "r")
    try {
      await parent.sync()
    } finally {
      await parent.close()
    }
    return size
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
