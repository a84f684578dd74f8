import { createZstdDecompress } from "node:zlib"
import { backupHead, headName } from "./backup-head.ts"
import type { BackupHead } from "./backup-head.ts"
import { BackupError, explainBackup } from "./backup-error.ts"
import type { Entry } from "./tar.ts"
import { unpackTar } from "./tar.ts"
import { through } from "./through.ts"

export type OpenBackup = { head: BackupHead; entries: AsyncIterator<Entry>; close(): Promise<void> }

/**
 * Reads the head of a backup; its tables follow.
 *
 * @param path names it in errors.
 * @throws {BackupError} if it is no backup, damaged, or of a format that this version cannot read.
 */
export async function openBackup(path: string, source: AsyncIterable<Buffer>): Promise<OpenBackup> {
  const archive = through(source, createZstdDecompress())
  const entries = explained(unpackTar(archive.output), path)
  const close = async () => {
    archive.close()
    await entries.return(undefined)
  }
  try {
    const first = await entries.next()
    if (first.done === true || first.value.name !== headName) {
      throw new BackupError(`${path} is not a backup made by Watchkeeper.`)
    }
    const parsed = backupHead.safeParse(JSON.parse(first.value.bytes.toString()))
    if (parsed.success) return { head: parsed.data, entries, close }
    const [issue] = parsed.error.issues
    throw new BackupError(
      `${path} is damaged, or of a format that this version cannot read: ${issue?.path.join(".")} ${issue?.message}.`,
    )
  } catch (error) {
    await close()
    throw explainBackup(error, path)
  }
}

async function* explained(entries: AsyncIterable<Entry>, path: string): AsyncGenerator<Entry> {
  try {
    yield* entries
  } catch (error) {
    throw explainBackup(error, path)
  }
}
