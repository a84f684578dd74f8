import { spawn } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { rm } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { sendSignal } from "../../src/platform/process-lock.ts"

const patienceMs = 10_000
const path = fileURLToPath(import.meta.url)

/**
 * Ends what a run of the tests has started when it ends, also by SIGKILL: a process of its own waits for the end of a
 * pipe, then ends each process that has one of the run's folders in its environment, arguments or working directory,
 * and deletes the folders. Needs /proc.
 *
 * @returns what does so at once.
 */
export function endWithRun(folders: string[]): () => void {
  const child = spawn(process.execPath, [path, ...folders], {
    detached: true,
    env: { PATH: process.env["PATH"] },
    stdio: ["pipe", "ignore", "inherit"],
  })
  child.unref()
  return () => child.stdin.end()
}

/** The environment alone would not do: PostgreSQL and Redis write their titles over it. */
function processesOf(folders: string[]): number[] {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger)
  return pids.filter((pid) => {
    if (pid === process.pid) return false
    const traces = [
      readIfThere(() => readFileSync(`/proc/${pid}/environ`, "utf8")),
      readIfThere(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")),
      readIfThere(() => readlinkSync(`/proc/${pid}/cwd`)),
    ]
    return folders.some((folder) => traces.some((trace) => trace.includes(folder)))
  })
}

function readIfThere(read: () => string): string {
  try {
    return read()
  } catch {
    return "" // It has ended, or belongs to another user.
  }
}

async function endAll(folders: string[]): Promise<void> {
  const start = performance.now()
  for (const pid of processesOf(folders)) sendSignal(pid, "SIGTERM")
  while (processesOf(folders).length > 0 && performance.now() - start < patienceMs) await sleep(50)
  for (const pid of processesOf(folders)) sendSignal(pid, "SIGKILL")
  while (processesOf(folders).length > 0 && performance.now() - start < 2 * patienceMs) {
    await sleep(50)
  }
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}

if (process.argv[1] === path) {
  process.stdin.resume().once("end", () => void endAll(process.argv.slice(2)))
}
