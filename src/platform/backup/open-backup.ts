import { createZstdDecompress } from "node:zlib"
import { backupHead, checksumName, headName, type BackupHead } from "./backup-head.ts"
import { explainBackup, unusable } from "./backup-error.ts"
import { openKey } from "./sealed-key.ts"
import { unpackTar, type Entry } from "./tar.ts"
import { through } from "./through.ts"

export type OpenBackup = {
  head: BackupHead
  /** Whether the keyed checksum of the head was right; false without a passphrase, and for backups without one. */
  isHeadVerified: boolean
  /** The secret key in it; null without a passphrase. */
  key: Buffer | null
  entries: AsyncIterator<Entry>
  close(): Promise<void>
}

/**
 * Reads the head of a backup and compares its keyed checksum; its tables follow.
 *
 * @param path names it in errors.
 * @param passphrase opens its secret key; undefined to trust the head as it is.
 * @throws {BackupError} if it is no backup, damaged, of a format that this version cannot read, or its head was changed.
 */
export async function openBackup(
  path: string,
  source: AsyncIterable<Buffer>,
  passphrase: string | undefined,
): Promise<OpenBackup> {
  const archive = through(source, createZstdDecompress())
  const entries = explained(unpackTar(archive.output), path)
  const close = async () => {
    archive.close()
    await entries.return(undefined)
  }
  try {
    const first = await entries.next()
    if (first.done === true || first.value.name !== headName) {
      throw unusable("foreign", path)
    }
    const parsed = backupHead.safeParse(JSON.parse(first.value.bytes.toString()))
    if (parsed.success) {
      const { data: head } = parsed
      const second = await entries.next()
      const checksum =
        second.done !== true && second.value.name === checksumName ? second.value.bytes : null
      const opened =
        head.key === null || passphrase === undefined ? null : await openKey(head.key, passphrase)
      const sign = opened?.sign ?? null
      if (sign !== null && checksum?.equals(sign(first.value.bytes)) !== true) {
        throw unusable(checksum === null ? "unsigned" : "changed", path)
      }
      const rest = checksum === null ? startingWith(second, entries) : entries
      return { head, isHeadVerified: sign !== null, key: opened?.key ?? null, entries: rest, close }
    }
    const [issue] = parsed.error.issues
    throw unusable("format", path, `${issue?.path.join(".")} ${issue?.message}`)
  } catch (error) {
    await close()
    throw explainBackup(error, path)
  }
}

async function* startingWith(
  first: IteratorResult<Entry>,
  rest: AsyncIterable<Entry>,
): AsyncGenerator<Entry> {
  if (first.done !== true) yield first.value
  yield* rest
}

async function* explained(entries: AsyncIterable<Entry>, path: string): AsyncGenerator<Entry> {
  try {
    yield* entries
  } catch (error) {
    throw explainBackup(error, path)
  }
}
