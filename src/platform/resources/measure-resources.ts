import { readdir, readFile, rm, statfs, writeFile } from "node:fs/promises"
import { totalmem } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { getHeapStatistics } from "node:v8"
import { readOrNull } from "../process-lock.ts"

export type Bound = { used: number; limit: number }

/** What this process and its machine have left; null where it cannot be read or has no limit. */
export type Usage = {
  disk: Disk | null
  descriptors: Bound | null
  /** Of the control group, without what the kernel can free. */
  memory: Bound | null
  heap: Bound
}

export type Disk = {
  freeBytes: number
  totalBytes: number
  freeInodes: number
  /** 0 where the file system has no fixed number. */
  inodes: number
  /** What the system said when nothing could be written to the data folder; null if it can. */
  writeError: string | null
  /** Whether it did not respond at all. */
  isHanging: boolean
}

const proofBytes = 4096
const usualPatienceMs = 5000

/** @param groups the folder of control groups. */
export async function measureResources(dataDir: string, groups = "/sys/fs/cgroup"): Promise<Usage> {
  const { used_heap_size, heap_size_limit } = getHeapStatistics()
  const [disk, descriptors, memory] = await Promise.all([
    measureDisk(dataDir),
    measureDescriptors(),
    measureMemory(groups),
  ])
  return { disk, descriptors, memory, heap: { used: used_heap_size, limit: heap_size_limit } }
}

/** Null without a data folder. Proves by a file that it can be written to; a disk that hangs counts as one that cannot. */
export async function measureDisk(
  dataDir: string,
  patienceMs = usualPatienceMs,
): Promise<Disk | null> {
  const waiting = new AbortController()
  try {
    return await Promise.race([
      readDisk(dataDir),
      sleep(patienceMs, hangingDisk, { signal: waiting.signal }),
    ])
  } finally {
    waiting.abort()
  }
}

const hangingDisk: Disk = {
  freeBytes: 0,
  totalBytes: 0,
  freeInodes: 0,
  inodes: 0,
  writeError: null,
  isHanging: true,
}

async function readDisk(dataDir: string): Promise<Disk | null> {
  const figures = await statfs(dataDir).catch(() => null)
  if (figures === null) return null
  return {
    freeBytes: figures.bavail * figures.bsize,
    totalBytes: figures.blocks * figures.bsize,
    freeInodes: figures.ffree,
    inodes: figures.files,
    writeError: await proveWrite(dataDir),
    isHanging: false,
  }
}

async function proveWrite(dataDir: string): Promise<string | null> {
  const path = join(dataDir, `write-test.${process.pid}`)
  try {
    await writeFile(path, Buffer.alloc(proofBytes, 1), { flush: true, mode: 0o600 })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

async function measureDescriptors(): Promise<Bound | null> {
  const limits = (await readOrNull("/proc/self/limits")) ?? ""
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1])
  const open = await readdir("/proc/self/fd").catch(() => null)
  return open === null || Number.isNaN(limit) ? null : { used: open.length, limit }
}

/** Names of the same files in both versions of control groups. */
const versions = [
  {
    own: /^0::(.*)$/m,
    folder: "",
    limit: "memory.max",
    used: "memory.current",
    cache: /^inactive_file (\d+)$/m,
  },
  {
    own: /^\d+:memory:(.*)$/m,
    folder: "memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    cache: /^total_inactive_file (\d+)$/m,
  },
]

async function measureMemory(groups: string): Promise<Bound | null> {
  const ownGroups = (await readOrNull("/proc/self/cgroup")) ?? ""
  for (const { own, folder, ...names } of versions) {
    const [, path = ""] = own.exec(ownGroups) ?? []
    const root = join(groups, folder)
    // Within a container its own group is the root.
    for (const group of [join(root, path), root]) {
      const read = (name: string) => readFile(join(group, name), "utf8").catch(() => "")
      const [limit, used] = [Number(await read(names.limit)), Number(await read(names.used))]
      // Without a limit, the first version has one of exabytes.
      if (!(limit > 0 && limit < totalmem()) || Number.isNaN(used)) continue
      return { used: used - Number(names.cache.exec(await read("memory.stat"))?.[1] ?? 0), limit }
    }
  }
  return null
}
