import { SettingError } from "../../../src/platform/env.ts"

/** What a start or a command says that is refused. */
export async function refused(work: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof work === "function" ? work() : work)
  } catch (error) {
    if (error instanceof SettingError) return error.message
    throw error
  }
  throw new Error("it was not refused")
}
