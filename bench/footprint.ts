import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { createProject } from "../src/graphql/workspace/project/create-project.ts"
import { joinInstalled, startInstalled } from "./installed.ts"
import { fillMonitors } from "./load.ts"
import { describeMachine, printTable } from "./machine.ts"
import { cpuMsOfTree, memoryMbOfTree } from "./process-tree.ts"

/** `npm run bench:footprint`: what an installation takes, as `watchkeeper start` runs it. */

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "0,50,1000" },
    seconds: { type: "string", default: "60" },
    settle: { type: "string", default: "30" },
  },
})
const root = join(import.meta.dirname, "..")
const folder = await mkdtemp(join(tmpdir(), "watchkeeper-footprint-"))
const seconds = Number(options.seconds)

async function measureStarts(): Promise<(string | number)[]> {
  const dataDir = join(folder, "starts")
  // Without what earlier starts compiled.
  await rm(join(root, "node_modules/.cache/compiled"), { recursive: true, force: true })
  const times: number[] = []
  for (const fresh of [true, true, false]) {
    if (fresh) await rm(dataDir, { recursive: true, force: true })
    const started = await startInstalled(dataDir)
    times.push(started.startMs / 1000)
    await started.stop()
  }
  return times
}

async function measureIdle(monitors: number): Promise<(string | number)[]> {
  const dataDir = join(folder, `idle-${monitors}`)
  const started = await startInstalled(dataDir)
  try {
    if (monitors > 0) await addTo(dataDir, monitors)
    // The first checks of all monitors, and what a start leaves to do.
    await sleep(Number(options.settle) * 1000)
    const before = cpuMsOfTree(started.launcherPid)
    await sleep(seconds * 1000)
    const cpu = (cpuMsOfTree(started.launcherPid) - before) / (seconds * 10)
    const memory = memoryMbOfTree(started.launcherPid)
    const total = [...memory.values()].reduce((sum, mb) => sum + mb, 0)
    const parts = ["launcher", "api", "probe", "notify", "PostgreSQL"]
    return [monitors, total, ...parts.map((name) => memory.get(name) ?? 0), cpu]
  } finally {
    await started.stop()
  }
}

async function addTo(dataDir: string, monitors: number): Promise<void> {
  const { services, leave } = await joinInstalled(dataDir)
  const system = contextFor(services, { kind: "system", name: "bench" })
  const { id } = await createProject(system, { name: "Bench", plan: "pro" })
  // Nothing listens there: a refused connection is the cheapest check, so the figure is the product's own.
  await fillMonitors(services.database.pool, id, { monitors, url: "http://127.0.0.1:1/" })
  await leave()
}

try {
  process.stdout.write(`${describeMachine(false)}\n`)
  const starts = await measureStarts()
  printTable(["start to healthy: first ever, s", "fresh data, s", "warm, s"], [starts])
  const rows: (string | number)[][] = []
  for (const size of options.sizes.split(",")) rows.push(await measureIdle(Number(size)))
  printTable(
    ["monitors", "PSS, MB", "launcher", "api", "probe", "notify", "PostgreSQL", "CPU, %"],
    rows,
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
