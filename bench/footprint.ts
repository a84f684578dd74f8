import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { createProject } from "../src/graphql/workspace/project/create-project.ts"
import { joinInstalled, startInstalled } from "./installed.ts"
import { fillMonitors } from "./load.ts"
import { describeMachine, printTable, spreads, type Cell } from "./machine.ts"
import { memoryMbOfTree } from "./process-tree.ts"
import { eachBus, titleOf } from "./redis.ts"

/** `npm run bench:footprint`: what an installation takes, as `watchkeeper start` runs it. */

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "0,50,1000" },
    seconds: { type: "string", default: "20" },
    settle: { type: "string", default: "30" },
    rounds: { type: "string", default: "3" },
    redis: { type: "string", default: "without,with" },
  },
})
const root = join(import.meta.dirname, "..")
const folder = await mkdtemp(join(tmpdir(), "watchkeeper-footprint-"))
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)
type Settings = Record<string, string>
const parts = ["launcher", "api", "probe", "notify", "PostgreSQL"]

/** @returns rows: time until it was healthy, and CPU of all processes until then. */
async function measureStarts(settings: Settings): Promise<Cell[][]> {
  const dataDir = join(folder, "starts")
  const names = ["first ever", "fresh data", "warm"]
  const starts = names.map((): number[][] => [])
  for (let round = 0; round < rounds; round += 1) {
    // Without what earlier starts compiled.
    await rm(join(root, "node_modules/.cache/compiled"), { recursive: true, force: true })
    for (const [at, name] of names.entries()) {
      if (name !== "warm") await rm(dataDir, { recursive: true, force: true })
      const started = await startInstalled(dataDir, settings)
      starts[at]?.push([started.startMs / 1000, started.cpuMs() / 1000])
      await started.stop()
    }
  }
  return names.map((name, at) => [name, ...spreads(starts[at] ?? [])])
}

/** @returns a row: memory and CPU at the end of each round, without a new start between them. */
async function measureIdle(monitors: number, settings: Settings): Promise<Cell[]> {
  const dataDir = await mkdtemp(join(folder, "idle-"))
  const started = await startInstalled(dataDir, settings)
  try {
    if (monitors > 0) await addTo(dataDir, monitors)
    // The first checks of all monitors, and what a start leaves to do.
    await sleep(Number(options.settle) * 1000)
    const figures: number[][] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = started.cpuMs()
      await sleep(seconds * 1000)
      const cpu = (started.cpuMs() - before) / (seconds * 10)
      const memory = memoryMbOfTree(started.launcherPid)
      const total = [...memory.values()].reduce((sum, mb) => sum + mb, 0)
      figures.push([total, ...parts.map((name) => memory.get(name) ?? 0), cpu])
    }
    return [String(monitors), ...spreads(figures)]
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

// At its exit, what it has started stops.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))
try {
  await eachBus(options.redis, async (bus, settings) => {
    process.stdout.write(`\n${describeMachine(false)}, ${bus}\n`)
    printTable(
      [titleOf("start", bus), "until healthy, s", "CPU of all processes, s"],
      await measureStarts(settings),
    )
    const rows: Cell[][] = []
    for (const size of options.sizes.split(",")) {
      rows.push(await measureIdle(Number(size), settings))
    }
    printTable([titleOf("monitors", bus), "PSS, MB", ...parts, "CPU, %"], rows)
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
