import { resolve } from "node:path"
import type { backupFaults, pathFaults } from "../../findings/codes/backup.ts"
import { FindingError } from "../../findings/finding-error.ts"
import { codeOfPath, nearestExisting } from "../data-folder-error.ts"

/** A backup cannot be made, read or restored; the finding says why and what to do. */
export class BackupError extends FindingError {}

const faults: Readonly<Record<string, (typeof pathFaults)[number]>> = {
  ENOENT: "missing",
  EEXIST: "file",
  ENOTDIR: "file",
  ENOSPC: "full",
  EDQUOT: "full",
  EACCES: "blocked",
  EPERM: "blocked",
  EROFS: "read_only",
}

/** Converts errors of the file system and of zstd to one with a remedy. */
export function explainBackup(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error
  const errorCode = codeOfPath(error, path)
  const fault = faults[errorCode]
  if (fault !== undefined) {
    const found = nearestExisting(path)
    const nearest = found === resolve(path) ? path : found
    const parameters = { path, nearest, fault, errorCode }
    return new BackupError({ code: "path_unusable", parameters }, { cause: error })
  }
  // Compression does not notice each changed byte; what it lets through is no JSON any more.
  const said = error instanceof SyntaxError ? error.message : errorCode
  if (!(error instanceof SyntaxError) && !/^(?:ZSTD|Z)_/.test(errorCode)) return error
  return unusable("damaged", path, said, error)
}

/** What a file has that is no usable backup; `said` is what a library or the file says. */
export const unusable = (
  fault: (typeof backupFaults)[number],
  name: string | null = null,
  said: string | null = null,
  cause?: unknown,
): BackupError =>
  new BackupError({ code: "backup_unusable", parameters: { name, fault, said } }, { cause })
