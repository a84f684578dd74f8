import { readFileSync } from "node:fs"
import { rename, statfs, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import type { Env } from "../../platform/env.ts"
import { telemetryFolder } from "./front-file.ts"

const mib = 1024 * 1024
const usualShare = 0.1
const mostBytes = 5 * 1024 * mib

type Bound = Pick<Env, "TELEMETRY_DISK_FREE_MIB">
type Figures = { bavail: number; blocks: number; bsize: number }

/** What telemetry leaves free of the disk that it shares with PostgreSQL. */
export const leastFreeBytes = (totalBytes: number, { TELEMETRY_DISK_FREE_MIB }: Bound): number =>
  TELEMETRY_DISK_FREE_MIB === undefined
    ? Math.min(totalBytes * usualShare, mostBytes)
    : TELEMETRY_DISK_FREE_MIB * mib

/** Whether the disk has less free than `factor` times the bound. */
export function isNearlyFull({ bavail, blocks, bsize }: Figures, env: Bound, factor = 1): boolean {
  return bavail * bsize < leastFreeBytes(blocks * bsize, env) * factor
}

/** False where the disk cannot be read. */
export async function isDataDiskNearlyFull({
  DATA_DIR,
  ...env
}: Bound & Pick<Env, "DATA_DIR">): Promise<boolean> {
  const figures = await statfs(DATA_DIR).catch(() => null)
  return figures !== null && isNearlyFull(figures, env)
}

const dropped = z.object({ before: z.iso.date(), at: z.iso.datetime() })

/** What was deleted before its time: telemetry before that day (UTC), at that moment. */
export type Dropped = z.output<typeof dropped>

const droppedFile = (dataDir: string) => join(telemetryFolder(dataDir), "dropped.json")

export async function writeDropped(dataDir: string, value: Dropped): Promise<void> {
  const file = droppedFile(dataDir)
  await writeFile(`${file}.new`, JSON.stringify(value), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Null if nothing was ever deleted early. */
export function readDropped(dataDir: string): Dropped | null {
  try {
    return dropped.parse(JSON.parse(readFileSync(droppedFile(dataDir), "utf8")))
  } catch {
    return null
  }
}
