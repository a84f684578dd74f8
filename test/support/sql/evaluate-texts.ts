import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { join } from "node:path"
import type { Site } from "./find-texts.ts"

/** The texts of the places whose expressions their modules can evaluate, in a process that loads them. */
export async function evaluateTexts(sites: readonly Site[]): Promise<Record<string, string[]>> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "load-texts.ts")],
    { stdio: ["pipe", "pipe", "inherit"] },
  )
  child.stdin.end(JSON.stringify(sites))
  const { texts, failures } = JSON.parse(await text(child.stdout)) as {
    texts: Record<string, string[]>
    failures: Record<string, string>
  }
  const [failed] = Object.entries(failures)
  if (failed !== undefined) throw new Error(`Not evaluated: ${failed.join(": ")}`)
  return texts
}
