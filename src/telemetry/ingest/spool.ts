import {
  closeSync,
  fdatasync,
  fsync,
  ftruncateSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Env } from "../../platform/env.ts"
import { newId } from "../../platform/id.ts"
import type { Block } from "../otlp/decode.ts"
import { isNearlyFull } from "../store/disk.ts"
import { magic, recordHead } from "./segment.ts"

const syncRows = promisify(fdatasync)
const syncName = promisify(fsync)

/** A file of acknowledged rows that the store has not taken yet. */
export type Segment = { path: string; id: string; bytes: number; sinceMs: number }

/** The spool cannot take more; `message` says why. */
export class SpoolFull extends Error {}

const bounds = {
  segmentMs: 1000,
  segmentBytes: 8 * 1024 * 1024,
  segmentRows: 50_000,
  spoolBytes: 512 * 1024 * 1024,
  oldestMs: 30_000,
  diskEveryMs: 1000,
}

type Open = Segment & {
  fd: number
  rows: number
  /** Whether its name would outlive a loss of power, too. */
  isNamed: boolean
  waiting: PromiseWithResolvers<void>[]
  isSyncing: boolean
  timer: NodeJS.Timeout
}

type Needs = {
  /** The first takes new segments; the others hold what dead processes left. */
  folders: readonly string[]
  env: Pick<Env, "TELEMETRY_DISK_FREE_MIB">
  onSegment(): void
}

export type Spool = ReturnType<typeof openSpool>

/** Keeps rows in files until the store has them. One fdatasync serves all who wait for it. */
export function openSpool({ folders, env, onSegment }: Needs) {
  const [folder = ""] = folders
  const parent = openSync(folder, "r")
  const closed: Segment[] = folders.flatMap(leftBehind)
  let open: Open | null = null
  let bytes = closed.reduce((sum, one) => sum + one.bytes, 0)
  let disk = { checkedMs: Number.NEGATIVE_INFINITY, isFull: false }

  function begin(): Open {
    const id = newId()
    const path = join(folder, `${id}.seg`)
    const fd = create(path)
    bytes += magic.length
    const timer = setTimeout(rotate, bounds.segmentMs)
    const state = { rows: 0, isNamed: false, waiting: [], isSyncing: false, timer }
    return { id, path, fd, bytes: magic.length, sinceMs: performance.now(), ...state }
  }

  /** Hands the open segment on once all of it is on the disk. */
  function rotate(): void {
    const segment = open
    if (segment === null) return
    open = null
    clearTimeout(segment.timer)
    const settled = segment.waiting.map(({ promise }) => promise)
    void Promise.allSettled(settled).then(() => {
      closeSync(segment.fd)
      closed.push(segment)
      onSegment()
    })
  }

  /** Rows and name at the same time, because a file system writes both to its journal at once. Ends with the last of them. */
  async function sync(segment: Open): Promise<void> {
    const syncs = [syncRows(segment.fd), ...(segment.isNamed ? [] : [syncName(parent)])]
    const failed = (await Promise.allSettled(syncs)).find(({ status }) => status === "rejected")
    if (failed?.status === "rejected") throw failed.reason
    segment.isNamed = true
  }

  async function settle(segment: Open): Promise<void> {
    segment.isSyncing = true
    let done = 0
    let refusal: SpoolFull | null = null
    while (done < segment.waiting.length) {
      const until = segment.waiting.length
      // After a failure, a later sync of the same file proves nothing.
      refusal ??= await sync(segment).then(() => null, unwritable)
      for (const { resolve, reject } of segment.waiting.slice(done, until)) {
        if (refusal === null) resolve()
        else reject(refusal)
      }
      if (refusal !== null && open === segment) rotate()
      done = until
    }
    segment.isSyncing = false
  }

  function write(segment: Open, blocks: readonly Block[]): void {
    const before = segment.bytes
    try {
      for (const block of blocks) {
        const head = recordHead(block)
        writeAll(segment.fd, head)
        writeAll(segment.fd, block.bytes)
        segment.bytes += head.length + block.bytes.length
        segment.rows += block.rows
      }
    } catch (error) {
      ftruncateSync(segment.fd, before)
      segment.bytes = before
      throw unwritable(error)
    }
    bytes += segment.bytes - before
  }

  /** Looks at the disk at most once a second. */
  function isDiskFull(): boolean {
    const nowMs = performance.now()
    if (nowMs - disk.checkedMs > bounds.diskEveryMs) {
      disk = { checkedMs: nowMs, isFull: isNearlyFull(statfsSync(folder), env) }
    }
    return disk.isFull
  }

  /** @throws {SpoolFull} where nothing more may be taken. */
  function requireCapacity(): void {
    const nowMs = performance.now()
    if (bytes > bounds.spoolBytes || nowMs - (closed[0]?.sinceMs ?? nowMs) > bounds.oldestMs) {
      throw new SpoolFull("The telemetry store takes data more slowly than it arrives.")
    }
    if (isDiskFull())
      throw new SpoolFull(
        "The disk of the telemetry store is nearly full, so telemetry is refused until space is free.",
      )
  }

  return {
    requireCapacity,

    /** Resolves when the rows are on the disk. */
    async append(blocks: readonly Block[]): Promise<void> {
      requireCapacity()
      const segment = (open ??= begin())
      write(segment, blocks)
      const waiting = Promise.withResolvers<void>()
      segment.waiting.push(waiting)
      if (!segment.isSyncing) void settle(segment)
      if (segment.bytes > bounds.segmentBytes || segment.rows > bounds.segmentRows) rotate()
      await waiting.promise
    },

    /** The oldest segment that waits for the store. */
    next: (): Segment | null => closed[0] ?? null,

    /** The store has it, or never will. */
    drop(segment: Segment): void {
      closed.splice(closed.indexOf(segment), 1)
      bytes -= segment.bytes
    },

    isDiskFull,
    state: () => ({ bytes, segments: closed.length + (open === null ? 0 : 1) }),
    rotate,
  }
}

const unwritable = (cause: unknown): SpoolFull =>
  new SpoolFull("The disk of the telemetry spool cannot be written.", { cause })

/** @throws {SpoolFull} */
function create(path: string): number {
  try {
    const fd = openSync(path, "ax", 0o600)
    writeAll(fd, magic)
    return fd
  } catch (error) {
    rmSync(path, { force: true })
    throw unwritable(error)
  }
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
}

function leftBehind(folder: string): Segment[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".seg"))
    .toSorted()
    .map((name) => {
      const path = join(folder, name)
      const sinceMs = performance.now()
      return { path, id: name.slice(0, -".seg".length), bytes: statSync(path).size, sinceMs }
    })
}
