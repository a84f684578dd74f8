import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { link, readFile, rename, rm, writeFile } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"

/** Another living process holds the lock. */
export class LockHeld extends Error {
  readonly pid: number
  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}`)
    this.pid = pid
  }
}

/**
 * A process by its number and, on Linux, the moment it began: after a crash or a reboot another process
 * may carry the same number.
 */
export function processMark(pid = process.pid): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // proc(5): field 22 is the start time; the second field may hold spaces, so count from its end.
    const startTicks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    return `${pid} ${boot}:${startTicks}`
  } catch {
    // No /proc here (macOS), or the process is gone: the number alone has to do.
    return `${pid}`
  }
}

export const pidOf = (mark: string): number => Number(mark.split(" ")[0])

export function isMarkAlive(mark: string): boolean {
  const pid = pidOf(mark)
  return isAlive(pid) && (!mark.includes(" ") || processMark(pid) === mark.trim())
}

export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/**
 * Takes the lock file, over from a dead holder if need be.
 *
 * @returns what releases it.
 * @throws {LockHeld} while another living process holds it.
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const mark = processMark()
  const mine = `${path}.${randomUUID()}`
  await writeFile(mine, mark)
  try {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      // A link appears whole or not at all, so nobody reads a lock without its holder.
      if (await tryLink(mine, path)) return () => rm(path, { force: true })
      const holder = await readOrNull(path)
      if (holder === null) continue
      if (isMarkAlive(holder)) throw new LockHeld(path, pidOf(holder))
      await removeStale(path, holder)
    }
    throw new Error(`${path} changes hands too fast`)
  } finally {
    await rm(mine, { force: true })
  }
}

/** As takeLock, but waits in line. @throws {LockHeld} after `patienceMs`. */
export async function waitForLock(path: string, patienceMs: number): Promise<() => Promise<void>> {
  const start = performance.now()
  for (;;) {
    try {
      return await takeLock(path)
    } catch (error) {
      if (!(error instanceof LockHeld) || performance.now() - start > patienceMs) throw error
      await sleep(20)
    }
  }
}

/** Moved aside before it is removed: another process may have taken it over since it was read. */
async function removeStale(path: string, holder: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  if ((await readFile(aside, "utf8")) !== holder) await tryLink(aside, path)
  await rm(aside)
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false
    throw error
  }
}

export async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT"
