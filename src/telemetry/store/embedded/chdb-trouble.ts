import { createRequire } from "node:module"
import type { Finding } from "../../../findings/finding.ts"

const packages: Record<string, string> = {
  "linux-x64": "@chdb/lib-linux-x64-gnu",
  "linux-arm64": "@chdb/lib-linux-arm64-gnu",
  "darwin-x64": "@chdb/lib-darwin-x64",
  "darwin-arm64": "@chdb/lib-darwin-arm64",
}

/** Why the embedded store cannot run on this machine, and what to do; null where it can. Loads nothing. */
export function chdbTrouble(): Finding | null {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  const needed = name === undefined ? null : ["chdb", name]
  if (needed?.every(canResolve)) return null
  return { code: "embedded_store_missing", parameters: { platform, packages: needed } }
}

function canResolve(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
