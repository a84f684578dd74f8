import { createRequire } from "node:module"

const packages: Record<string, string> = {
  "linux-x64": "@chdb/lib-linux-x64-gnu",
  "linux-arm64": "@chdb/lib-linux-arm64-gnu",
  "darwin-x64": "@chdb/lib-darwin-x64",
  "darwin-arm64": "@chdb/lib-darwin-arm64",
}

const otherwise = "Set CLICKHOUSE_URL to use a ClickHouse server instead."

/** Why the embedded store cannot run on this machine, and what to do; null where it can. Loads nothing. */
export function chdbTrouble(): string | null {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (name === undefined)
    return `The embedded telemetry store does not run on ${platform}. ${otherwise}`
  const isInstalled = canResolve("chdb") && canResolve(name)
  return isInstalled
    ? null
    : `This installation has no embedded telemetry store: the optional packages chdb and ${name} are missing. ${otherwise} The image has them if it is built with --build-arg TELEMETRY=embedded.`
}

function canResolve(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
