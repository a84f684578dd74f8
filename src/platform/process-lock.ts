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
 * Identifies a process by pid and, on Linux, start time: after a crash or reboot another process may have the same
 * pid.
 */
export function processMark(pid = process.pid): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // proc(5): field 22 is the start time. The second field may contain spaces, so count from its end.
    const startTicks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    return `${pid} ${boot}:${startTicks}`
  } catch {
    // Without /proc (macOS), or if the process has exited, only the pid is known.
    return `${pid}`
  }
}

export const pidOf = (mark: string): number => Number(mark.split(" ")[0])

export function isMarkAlive(mark: string): boolean {
  const pid = pidOf(mark)
  return isAlive(pid) && (!mark.includes(" ") || processMark(pid) === mark.trim())
}

/** Does nothing if the process has ended meanwhile. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

/** False also for a zombie: it has ended, and waits for a parent that may never look. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2))
  } catch {
    return false // Without /proc (macOS); one that has ended meanwhile is noticed the next time.
  }
}

/**
 * Takes the lock file, also from a holder that has died. `proper-lockfile` judges by the age of the lock, so a
 * restart after `kill -9` would have to wait.
 *
 * @returns the release function.
 * @throws {LockHeld} while another living process holds it.
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const mark = processMark()
  const mine = `${path}.${randomUUID()}`
  try {
    await writeFile(mine, mark)
    for (let attempt = 0; attempt < 10; attempt += 1) {
      // A link is created atomically, so nobody reads a lock file without its holder.
      if (await tryLink(mine, path)) return () => rm(path, { force: true })
      const holder = await readOrNull(path)
      if (holder === null) continue
      if (isMarkAlive(holder)) throw new LockHeld(path, pidOf(holder))
      await removeStale(path, holder)
    }
    throw new Error(`${path} changed owners too often`)
  } finally {
    await rm(mine, { force: true })
  }
}

/**
 * Like takeLock, but waits.
 *
 * @throws {LockHeld} after `patienceMs`.
 */
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

/** Moves the file aside before deleting it: another process may have taken the lock since it was read. */
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
