import { accessSync, constants, existsSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { SettingError } from "./env.ts"

/** What to do about an error of the file system in the data folder; null for any other error. */
export function dataFolderError(error: unknown, dataDir: string): SettingError | null {
  const code = codeOfPath(error, dataDir)
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code)) {
    const found = nearestExisting(dataDir)
    const what = found === resolve(dataDir) ? "is not writable" : `cannot be created in ${found}`
    return new SettingError(
      `The data folder ${dataDir} ${what} (${code}). ${remedies[code] ?? "Make the user who starts Watchkeeper its owner"}, ` +
        "or set DATA_DIR to another folder.",
      { cause: error },
    )
  }
  if (["ENOSPC", "EDQUOT"].includes(code)) {
    return new SettingError(
      `The disk of the data folder ${dataDir} is full. Free some space, or set DATA_DIR to another disk.`,
      { cause: error },
    )
  }
  return null
}

/**
 * The code of an error of the file system. Node reports a folder that cannot be created in a read-only parent as a
 * missing one, if more than one level is missing.
 */
export function codeOfPath(error: unknown, path: string): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  const isOfMkdir = error instanceof Error && "syscall" in error && error.syscall === "mkdir"
  if (code !== "ENOENT" || !isOfMkdir) return code
  try {
    accessSync(nearestExisting(path), constants.W_OK)
    return code
  } catch (refusal) {
    return refusal instanceof Error && "code" in refusal ? String(refusal.code) : code
  }
}

const remedies: Record<string, string> = {
  EROFS: "Its file system is read-only: mount it writable",
  ENOTDIR: "A file has that name: remove it",
  EEXIST: "A file has that name: remove it",
}

/** The folder that does not permit what is below it, or the path itself. */
export function nearestExisting(path: string): string {
  const full = resolve(path)
  return existsSync(full) || dirname(full) === full ? full : nearestExisting(dirname(full))
}
