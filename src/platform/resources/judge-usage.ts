import { z } from "zod"
import type { Bound, Disk, Usage } from "./measure-resources.ts"

/** What runs out. */
const resources = [
  "disk",
  "inodes",
  "descriptors",
  "memory",
  "connections",
  "clock",
  "writes",
] as const
export type Resource = (typeof resources)[number]

/** Something that runs out or has run out, or that a process needs and cannot use. */
export const trouble = z.object({
  resource: z.enum([...resources, "mail", "phone", "telemetry", "settings", "base_url"]),
  /** `ok` is named and harms nothing. */
  status: z.enum(["ok", "degraded", "down"]),
  /** What is short, what stops, and what to do, in full sentences. */
  detail: z.string(),
})
export type Trouble = z.output<typeof trouble>

/** What only the database knows. */
export type DatabaseUsage = { connections: Bound; skewMs: number }

const mib = 1024 ** 2
const scarceBytes = 1024 * mib
const scarceShare = 0.1
const inodeShare = 0.05
const nearlyAll = 0.9
const descriptorShare = 0.8
export const harmfulSkewMs = 30_000

export const isResource = (name: string): name is Resource =>
  (resources as readonly string[]).includes(name)

/** Early enough to act before anything stops. */
const isDiskScarce = ({ freeBytes, totalBytes }: Pick<Disk, "freeBytes" | "totalBytes">) =>
  freeBytes < Math.min(scarceBytes, totalBytes * scarceShare)

/**
 * @param isEmbedded whether the database is in the data folder too.
 */
export function judgeUsage(
  { disk, descriptors, memory, heap }: Usage,
  { connections, skewMs }: DatabaseUsage,
  isEmbedded: boolean,
): Trouble[] {
  return [
    ...(disk === null ? [] : judgeDisks(disk, isEmbedded)),
    descriptors && judgeDescriptors(descriptors),
    memory && judgeMemory(memory, "the memory limit of its control group"),
    judgeMemory(heap, "the heap limit of Node.js"),
    judgeConnections(connections),
    judgeClock(skewMs),
  ].filter((one) => one !== null)
}

/** @returns what is short, the worst first. */
export const judgeDisks = (disk: Disk, isEmbedded: boolean): Trouble[] =>
  [judgeDisk(disk, isEmbedded), judgeInodes(disk)].filter((one) => one !== null)

const degraded = (resource: Trouble["resource"], detail: string): Trouble => ({
  resource,
  status: "degraded",
  detail,
})

const isOver = ({ used, limit }: Bound, share: number) => used >= limit * share
const words = ({ used, limit }: Bound) => `${used} of ${limit}`

function judgeDisk(disk: Disk, isEmbedded: boolean): Trouble | null {
  const free = `${Math.floor(disk.freeBytes / mib)} MiB of the disk of DATA_DIR are free`
  const stops = isEmbedded
    ? "no more checks are stored, then nobody is paged"
    : "telemetry, exports and backups to it stop"
  if (disk.writeError !== null) {
    return {
      resource: "disk",
      status: isEmbedded ? "down" : "degraded",
      detail: `Nothing can be written to DATA_DIR: ${disk.writeError}. ${free}. Free disk space: ${stops}.`,
    }
  }
  if (!isDiskScarce(disk)) return null
  return degraded("disk", `Only ${free}. Free disk space: when it is full, ${stops}.`)
}

function judgeInodes({ freeInodes, inodes }: Disk): Trouble | null {
  if (inodes === 0 || freeInodes >= inodes * inodeShare) return null
  return degraded(
    "inodes",
    `Only ${freeInodes} of ${inodes} inodes of the disk of DATA_DIR are free. Delete files: without inodes no file can be made, as if the disk were full.`,
  )
}

function judgeDescriptors(bound: Bound): Trouble | null {
  if (!isOver(bound, descriptorShare)) return null
  return degraded(
    "descriptors",
    `${words(bound)} file descriptors are open. Raise the limit (LimitNOFILE, ulimit -n): without free ones no connection can be opened or accepted.`,
  )
}

function judgeMemory({ used, limit }: Bound, which: string): Trouble | null {
  if (!isOver({ used, limit }, nearlyAll)) return null
  return degraded(
    "memory",
    `${Math.round(used / mib)} of ${Math.round(limit / mib)} MiB of ${which} are used. Raise it: beyond it the process is killed and started again.`,
  )
}

function judgeConnections(bound: Bound): Trouble | null {
  if (!isOver(bound, nearlyAll)) return null
  return degraded(
    "connections",
    `${words(bound)} connections of PostgreSQL are used. Raise max_connections or lower DATABASE_POOL: without free ones processes cannot start, and statements wait.`,
  )
}

function judgeClock(skewMs: number): Trouble | null {
  if (Math.abs(skewMs) <= harmfulSkewMs) return null
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return degraded(
    "clock",
    `The clocks of this machine and of PostgreSQL differ by ${seconds} s. Sync both with NTP: certificates, sessions and the times of checks depend on them.`,
  )
}
