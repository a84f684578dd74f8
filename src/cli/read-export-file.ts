import { open } from "node:fs/promises"
import { databaseMark, readKumaDatabase } from "../convert/uptime-kuma-database.ts"
import { noVariables, readVariables, type Variables } from "../convert/variables.ts"
import { readText } from "./read-text.ts"

/**
 * The text of an export, or of the database of Uptime Kuma.
 * @throws {UsageError | ConvertError} with what to do.
 */
export const readExportFile = async (path: string): Promise<string> =>
  (await isDatabase(path)) ? readKumaDatabase(path) : readText(path)

async function isDatabase(path: string): Promise<boolean> {
  if (path === "-") return false
  const start = Buffer.alloc(databaseMark.length)
  try {
    const file = await open(path)
    try {
      await file.read(start, 0, start.length, 0)
    } finally {
      await file.close()
    }
  } catch {
    // Reading it as text says what is wrong.
    return false
  }
  return start.toString("latin1") === databaseMark
}

export const readEnvFile = async (path: string | undefined): Promise<Variables> =>
  path === undefined ? noVariables : readVariables(await readText(path))
