import {
  closeSync,
  fdatasync,
  fsync,
  ftruncateSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Env } from "../../platform/env.ts"
import { newId } from "../../platform/id.ts"
import type { Block } from "../otlp/decode.ts"
import type { Table } from "../otlp/tables.ts"
import { isNearlyFull } from "../store/disk.ts"
import { takeSegments } from "./left-segments.ts"
import { recordOf, segmentId, segmentName, type Segment } from "./segment.ts"

const syncRows = promisify(fdatasync)
const syncName = promisify(fsync)

/** The spool cannot take more; `message` says why. */
export class SpoolFull extends Error {}

/** A file has at most a second's rows: larger files take less CPU to insert and make fewer parts to merge. */
const bounds = {
  segmentMs: 1000,
  segmentBytes: 48 * 1024 * 1024,
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
  const closed: Segment[] = []
  const open = new Map<Table, Open>()
  let bytes = 0
  let disk = { checkedMs: Number.NEGATIVE_INFINITY, isFull: false }

  function begin(table: Table): Open {
    const id = segmentId(newId(), table)
    const path = join(folder, segmentName(id))
    const fd = create(path)
    const state = { bytes: 0, rows: 0, isNamed: false, waiting: [], isSyncing: false }
    const timer = setTimeout(() => rotate(segment), bounds.segmentMs)
    const sinceMs = performance.now()
    const segment: Open = { id, path, table, fd, sinceMs, timer, ...state }
    open.set(table, segment)
    return segment
  }

  /** Hands an open segment on once all of it is on the disk. */
  function rotate(segment: Open): void {
    if (open.get(segment.table) !== segment) return
    open.delete(segment.table)
    clearTimeout(segment.timer)
    const settled = segment.waiting.map(({ promise }) => promise)
    void Promise.allSettled(settled).then(() => {
      closeSync(segment.fd)
      if (segment.bytes === 0) {
        rmSync(segment.path)
        return
      }
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
      if (refusal !== null) rotate(segment)
      done = until
    }
    segment.isSyncing = false
  }

  /** Writes all blocks or none, each into the segment of its table. */
  function write(blocks: readonly Block[]): Open[] {
    const written: { segment: Open; before: number; rows: number }[] = []
    try {
      for (const block of blocks) {
        const segment = open.get(block.table) ?? begin(block.table)
        written.push({ segment, before: segment.bytes, rows: block.rows })
        for (const part of recordOf(block)) {
          writeAll(segment.fd, part)
          segment.bytes += part.length
        }
      }
    } catch (error) {
      for (const { segment, before } of written) {
        ftruncateSync(segment.fd, before)
        segment.bytes = before
      }
      throw unwritable(error)
    }
    for (const { segment, before, rows } of written) {
      segment.rows += rows
      bytes += segment.bytes - before
    }
    return written.map(({ segment }) => segment)
  }

  /** Resolves when what was written to the segment is on the disk. */
  function wait(segment: Open): Promise<void> {
    const waiting = Promise.withResolvers<void>()
    segment.waiting.push(waiting)
    if (!segment.isSyncing) void settle(segment)
    if (segment.bytes > bounds.segmentBytes || segment.rows > bounds.segmentRows) rotate(segment)
    return waiting.promise
  }

  /** Takes over what dead processes left in these folders. */
  function adopt(left: readonly string[]): void {
    for (const segment of left.flatMap(takeSegments)) {
      closed.push(segment)
      bytes += segment.bytes
    }
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

  adopt(folders)
  return {
    requireCapacity,

    /** Resolves when the rows are on the disk. */
    async append(blocks: readonly Block[]): Promise<void> {
      requireCapacity()
      await Promise.all(write(blocks).map(wait))
    },

    /** The oldest segment that waits for the store. */
    next: (): Segment | null => closed[0] ?? null,

    /** The store has it, or never will. */
    drop(segment: Segment): void {
      closed.splice(closed.indexOf(segment), 1)
      bytes -= segment.bytes
    },

    adopt,
    isDiskFull,
    state: () => ({ bytes, segments: closed.length + open.size }),
    rotate: () => [...open.values()].forEach(rotate),
  }
}

const unwritable = (cause: unknown): SpoolFull =>
  new SpoolFull("The disk of the telemetry spool cannot be written.", { cause })

/** @throws {SpoolFull} */
function create(path: string): number {
  try {
    return openSync(path, "ax", 0o600)
  } catch (error) {
    rmSync(path, { force: true })
    throw unwritable(error)
  }
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
}
