import { SettingError } from "./env.ts"

/** What to do about an error of the file system in the data folder; null for any other error. */
export function dataFolderError(error: unknown, dataDir: string): SettingError | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code)) {
    return new SettingError(
      `The data folder ${dataDir} is not writable (${code}). Make the user who starts ` +
        "Watchkeeper its owner, or set DATA_DIR to another folder.",
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
