import type { Finding } from "../../findings/finding.ts"
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
export type Trouble = {
  resource: Resource | "mail" | "phone" | "telemetry" | "settings" | "base_url"
  /** `ok` is named and harms nothing. */
  status: "ok" | "degraded" | "down"
  /** What is short, what stops, and what to do. */
  findings: Finding[]
}

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
    memory && judgeMemory(memory, "control_group"),
    judgeMemory(heap, "heap"),
    judgeConnections(connections),
    judgeClock(skewMs),
  ].filter((one) => one !== null)
}

/** @returns what is short, the worst first. */
export const judgeDisks = (disk: Disk, isEmbedded: boolean): Trouble[] =>
  [judgeDisk(disk, isEmbedded), judgeInodes(disk)].filter((one) => one !== null)

const degraded = (resource: Trouble["resource"], finding: Finding): Trouble => ({
  resource,
  status: "degraded",
  findings: [finding],
})

const isOver = ({ used, limit }: Bound, share: number) => used >= limit * share
const share = ({ used, limit }: Bound) => ({ count: used, of: limit })

function judgeDisk(disk: Disk, isEmbedded: boolean): Trouble | null {
  const { writeError: fault, isHanging, freeBytes } = disk
  const parameters = { freeMib: Math.floor(freeBytes / mib), isEmbedded }
  if (fault !== null || isHanging) {
    return {
      ...degraded("disk", { code: "disk_unwritable", parameters: { ...parameters, fault } }),
      status: isEmbedded ? "down" : "degraded",
    }
  }
  return isDiskScarce(disk) ? degraded("disk", { code: "disk_scarce", parameters }) : null
}

function judgeInodes({ freeInodes: count, inodes: of }: Disk): Trouble | null {
  if (of === 0 || count >= of * inodeShare) return null
  return degraded("inodes", { code: "inodes_scarce", parameters: { count, of } })
}

const judgeDescriptors = (bound: Bound): Trouble | null =>
  isOver(bound, descriptorShare)
    ? degraded("descriptors", { code: "descriptors_scarce", parameters: share(bound) })
    : null

function judgeMemory({ used, limit }: Bound, of: "control_group" | "heap"): Trouble | null {
  if (!isOver({ used, limit }, nearlyAll)) return null
  const parameters = { usedMib: Math.round(used / mib), limitMib: Math.round(limit / mib), of }
  return degraded("memory", { code: "memory_scarce", parameters })
}

const judgeConnections = (bound: Bound): Trouble | null =>
  isOver(bound, nearlyAll)
    ? degraded("connections", { code: "connections_scarce", parameters: share(bound) })
    : null

function judgeClock(skewMs: number): Trouble | null {
  if (Math.abs(skewMs) <= harmfulSkewMs) return null
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return degraded("clock", { code: "clocks_differ", parameters: { seconds } })
}
