import { readdirSync, readFileSync } from "node:fs"
import { cpuMsOf } from "./machine.ts"

/** Processes and everything that they started, also through others. */
function treeOf(...roots: number[]): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue
    const stat = readOr(`/proc/${name}/stat`)
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
    if (stat !== "") parents.set(Number(name), parent)
  }
  const tree = new Set(roots)
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.add(child)
  }
  return [...tree]
}

/** CPU of trees so far, in milliseconds, also of processes that have ended. */
export const cpuMsOfTree = (...roots: number[]): number =>
  treeOf(...roots).reduce(
    (sum, pid) => sum + ofLiving(() => cpuMsOf(pid)) + ofLiving(() => cpuMsOfEnded(pid)),
    0,
  )

/** CPU of a process's children that have ended, in milliseconds. */
export function cpuMsOfEnded(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  // cutime and cstime are the 14th and 15th after the name.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[13]) + Number(fields[14])) * 10
}

/** Memory of a tree in MB, with memory shared among processes counted once, by the name of the process. */
export function memoryMbOfTree(root: number): Map<string, number> {
  const byName = new Map<string, number>()
  for (const pid of treeOf(root)) {
    const [, pss] = /^Pss:\s+(\d+) kB/m.exec(readOr(`/proc/${pid}/smaps_rollup`)) ?? []
    const name = nameOf(readOr(`/proc/${pid}/cmdline`))
    byName.set(name, (byName.get(name) ?? 0) + Number(pss ?? 0) / 1024)
  }
  return byName
}

/** The process of a role below a launcher. */
export function pidOfRole(root: number, role: string): number {
  const pid = treeOf(root).find((one) => nameOf(readOr(`/proc/${one}/cmdline`)) === role)
  if (pid === undefined) throw new Error(`no process of the role ${role} runs`)
  return pid
}

function nameOf(commandLine: string): string {
  const words = commandLine.split("\0")
  const role = words.indexOf("role")
  if (role > 0) return words[role + 1] ?? "role"
  if (commandLine.includes("ingest-process")) return "ingest"
  return words.some((word) => word.includes("postgres")) ? "PostgreSQL" : "launcher"
}

/** A process may end while it is read. */
function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

function ofLiving(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}

/** PostgreSQL's main process, whose children serve connections. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(`${dataDir}/postgres/postmaster.pid`, "utf8").split("\n")[0])
