import { execFile, execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { access, mkdir, rmdir, writeFile } from "node:fs/promises"
import { cpus, loadavg } from "node:os"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Linux counts a process's CPU in hundredths of a second. */
const tickMs = 10

/** User and system time of another process so far, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  // The name in parentheses may contain spaces; utime and stime are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

export function residentMbOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Monotonic clock; on Linux it is the same for all processes. */
export const sharedMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** Pins this process and its children to one core. @returns the command prefix that pins to the other core. */
export function divideCores(): string[] {
  if (cpus().length < 2) return []
  try {
    execFileSync("taskset", ["-cp", "1", String(process.pid)])
    return ["taskset", "-c", "0"]
  } catch {
    // Without taskset nothing is pinned; describeMachine says so.
    return []
  }
}

/** Limits a process to a share of one core. @returns removes the limit; call it after the process has ended. */
export async function limitCpu(pid: number, share: number): Promise<() => Promise<void>> {
  const [quota, period] = [share * 100_000, 100_000]
  // cgroup v2 has no folder for the CPU controller.
  const hasFolder = await access("/sys/fs/cgroup/cpu").then(
    () => true,
    () => false,
  )
  const folder = `/sys/fs/cgroup/${hasFolder ? "cpu/" : ""}watchkeeper-bench-${pid}`
  await mkdir(folder)
  if (hasFolder) await writeFile(`${folder}/cpu.cfs_quota_us`, String(quota))
  else await writeFile(`${folder}/cpu.max`, `${quota} ${period}`)
  await writeFile(`${folder}/cgroup.procs`, String(pid))
  return () => rmdir(folder)
}

/** The path of a program, installed from its Debian package if possible; null if it is missing. */
export async function findProgram(path: string, debianPackage: string): Promise<string | null> {
  const isThere = () =>
    access(path).then(
      () => true,
      () => false,
    )
  if (await isThere()) return path
  if (process.getuid?.() === 0) {
    // If this fails, the program stays missing and null is returned.
    await run("apt-get", ["install", "--yes", "--no-install-recommends", debianPackage]).catch(
      () => undefined,
    )
  }
  return (await isThere()) ? path : null
}

export function describeMachine(isDivided: boolean): string {
  const [first] = cpus()
  const load = loadavg().map((one) => one.toFixed(2))
  const cores = isDivided ? "measured process alone on one core" : "not pinned to cores"
  return `${new Date().toISOString()}, ${cpus().length} × ${first?.model ?? "?"}, Node ${process.version}, load ${load.join(" ")}, ${cores}`
}

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median of some rounds, with the smallest and the largest. */
export type Spread = { median: number; least: number; most: number }

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return {
    median: quantile(sorted, 0.5),
    least: sorted[0] ?? Number.NaN,
    most: sorted.at(-1) ?? Number.NaN,
  }
}

export const median = (values: readonly number[]): number => spread(values).median

/** One spread for each place of rounds that have the same figures. */
export const spreads = (rounds: readonly (readonly number[])[]): Spread[] =>
  (rounds[0] ?? []).map((_, at) => spread(rounds.map((round) => round[at] ?? Number.NaN)))

export type Cell = string | number | Spread

/** A spread is shown as "0.57 (0.52–0.61)". */
export function printTable(head: string[], rows: Cell[][]): void {
  const cells = [head, head.map(() => "---"), ...rows]
  const text = cells.map((row) => `| ${row.map(shown).join(" | ")} |`).join("\n")
  process.stdout.write(`\n${text}\n`)
}

function shown(cell: Cell): string {
  if (typeof cell === "string") return cell
  if (typeof cell === "number") {
    // Three digits of a measured figure.
    const decimals = [10, 100].filter((limit) => Math.abs(cell) < limit).length
    return cell.toFixed(Number.isInteger(cell) ? 0 : decimals)
  }
  return `${shown(cell.median)} (${shown(cell.least)}–${shown(cell.most)})`
}
