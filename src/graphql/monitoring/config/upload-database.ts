import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import { invalid } from "../../kernel/errors.ts"

const unpack = promisify(gunzip)
const mostBytes = 512 * 2 ** 20

type Given = { database: string; databaseLog: string | null }

/**
 * Writes an uploaded database, and its write-ahead log if there is one, to a temporary folder while `work` runs.
 *
 * @throws {DomainError} validation_failed with a pointer if they are not base64 or too large.
 */
export async function withDatabase<T>(
  { database, databaseLog }: Given,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const bytes = await decode(database, "database")
  const log = databaseLog === null ? null : await decode(databaseLog, "databaseLog")
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-"))
  try {
    const path = join(folder, "kuma.db")
    await writeFile(path, bytes, { mode: 0o600 })
    if (log !== null) await writeFile(`${path}-wal`, log, { mode: 0o600 })
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Base64 of a file, which may be compressed with gzip. */
async function decode(text: string, name: string): Promise<Buffer> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw invalid(`#/${name}`, "must be base64")
  const bytes = Buffer.from(text, "base64")
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await unpack(bytes, { maxOutputLength: mostBytes })
  } catch (error) {
    if (!(error instanceof RangeError || (error instanceof Error && "errno" in error))) throw error
    throw invalid(`#/${name}`, "must be valid gzip of at most 512 MiB")
  }
}
