import { readFileSync } from "node:fs"
import { SettingError } from "./env.ts"

/** @throws {Error} if the file cannot be read. */
export function readAuthorities(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    throw new SettingError(
      `EGRESS_CA: ${path} cannot be read (${said}). Set it to the path of a file with certificates.`,
      { cause: error },
    )
  }
}
