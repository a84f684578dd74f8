import { resolve } from "node:path"
import { codeOfPath, nearestExisting } from "../data-folder-error.ts"

/** A backup cannot be made, read or restored; the message says why and what to do. */
export class BackupError extends Error {}

const readOnly = "Its file system is read-only: choose another folder."

/** Converts errors of the file system and of zstd to a message with a remedy. */
export function explainBackup(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error
  const code = codeOfPath(error, path)
  const [reason] = [
    code === "ENOENT" && `${path} does not exist. Check the path.`,
    ["EEXIST", "ENOTDIR"].includes(code) &&
      `${nearestExisting(path)} is a file, not a folder. Choose another folder.`,
    ["ENOSPC", "EDQUOT"].includes(code) &&
      `The disk of ${path} is full. Free some space, or choose another folder with --to.`,
    ["EACCES", "EPERM", "EROFS"].includes(code) &&
      `${path} ${whereBlocked(path)} (${code}). ${code === "EROFS" ? readOnly : "Check its owner and permissions."}`,
    (code.startsWith("ZSTD_") || code.startsWith("Z_")) &&
      `${path} is damaged or incomplete (${code}). Use another backup.`,
    // Compression does not notice each changed byte; what it lets through is no JSON any more.
    error instanceof SyntaxError && `${path} is damaged (${error.message}). Use another backup.`,
  ].filter((one) => one !== false)
  return reason === undefined ? error : new BackupError(reason, { cause: error })
}

function whereBlocked(path: string): string {
  const found = nearestExisting(path)
  return found === resolve(path) ? "is not accessible" : `cannot be created in ${found}`
}
