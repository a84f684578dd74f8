import { execFile } from "node:child_process"
import { once } from "node:events"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs, promisify } from "node:util"
import { startBlackbox } from "./blackbox.ts"
import { measureFailures } from "./failures.ts"
import { measureLoad } from "./load.ts"
import { describeMachine, divideCores, printTable, spread, type Spread } from "./machine.ts"
import { measureRecording } from "./record.ts"
import { eachBus, titleOf } from "./redis.ts"
import { openStage, type Stage } from "./stage.ts"

/** `npm run bench:probe`: attempts, storing checks, and the prober under load; see README.md here. */
const { values } = parseArgs({
  options: {
    parts: { type: "string", default: "attempts,record,load,failures" },
    sizes: { type: "string", default: "20000" },
    failing: { type: "string", default: "1000" },
    seconds: { type: "string", default: "45" },
    checks: { type: "string", default: "4000" },
    rounds: { type: "string", default: "3" },
    redis: { type: "string", default: "without,with" },
    /** The probe role alone on one core; PostgreSQL and the dashboard have the other. */
    pinned: { type: "boolean", default: false },
  },
})
const run = promisify(execFile)
const core = values.pinned ? divideCores() : null
const rounds = Number(values.rounds)
const goals: Record<string, string> = {
  "all incidents in the database, ms": "1200",
  "dashboard updated with the last change, ms": "2000",
}
const parts = new Set(values.parts.split(","))
// Without a product around it, and so once for both ways.
if (parts.has("attempts")) {
  const stage = await openStage()
  try {
    process.stdout.write(`${describeMachine(core !== null)}\n`)
    await compareAttempts(stage)
  } finally {
    await stage.stop()
  }
}
if ([...parts].some((part) => part !== "attempts")) await eachBus(values.redis, measure)
process.stdout.write(`\n${describeMachine(core !== null)}\n`)

async function measure(bus: string, settings: Record<string, string>): Promise<void> {
  const stage = await openStage(settings)
  try {
    process.stdout.write(`\n${describeMachine(core !== null)}, ${bus}\n`)
    if (parts.has("record")) await measureRecording(stage, bus, rounds)
    if (parts.has("load")) await compareSizes(stage, bus)
    if (parts.has("failures")) await compareFailures(stage, bus)
    if (parts.has("backup")) await measureBackups(stage, bus)
  } finally {
    await stage.stop()
  }
}

/** CPU of attempts alone, beside bare sockets and the blackbox exporter, each once a round. */
async function compareAttempts(stage: Stage): Promise<void> {
  const http = `http://127.0.0.1:${stage.ports.http}/`
  const https = `https://127.0.0.1:${stage.ports.https}/`
  const blackbox = await startBlackbox(stage, { core: core ?? [], checks: Number(values.checks) })
  const byBlackbox = (url: string) => () => blackbox?.measure(url) ?? Promise.resolve(Number.NaN)
  const clients: [string, () => Promise<number>][] = [
    ["http: blackbox exporter", byBlackbox(http)],
    ["http: Watchkeeper", () => measureAttempts(stage, "check", http)],
    ["http: bare sockets", () => measureAttempts(stage, "bare", http)],
    ["https: blackbox exporter", byBlackbox(https)],
    ["https: Watchkeeper", () => measureAttempts(stage, "check", https)],
  ]
  const figures = new Map(clients.map(([name]) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of clients) figures.get(name)?.push(await measure())
  }
  await blackbox?.stop()
  printTable(
    ["Attempts, eight at once", "CPU ms per 1,000", "ratio to blackbox"],
    [...figures].map(([name, all]) => {
      const theirs = figures.get(`${name.split(":", 1)[0]}: blackbox exporter`) ?? []
      const ratio = spread(all.map((ms, round) => ms / (theirs[round] ?? Number.NaN)))
      if (blackbox !== null) return [name, spread(all), ratio]
      return [name, all === theirs ? "missing" : spread(all), "–"]
    }),
  )
}

async function measureAttempts(stage: Stage, client: string, url: string): Promise<number> {
  const child = stage.start(
    [...(core ?? []), process.execPath, "bench/attempt.ts", client, url, values.checks],
    {
      NODE_EXTRA_CA_CERTS: stage.authority,
    },
  )
  let output = ""
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()))
  await once(child, "close")
  return (JSON.parse(output) as { cpuMs: number }).cpuMs
}

async function compareSizes(stage: Stage, bus: string): Promise<void> {
  for (const monitors of values.sizes.split(",").map(Number)) {
    const seconds = Number(values.seconds)
    const load = await measureLoad(stage, { monitors, seconds, rounds, core, meanwhile: null })
    printTable(
      [titleOf(`${monitors} HTTP monitors, one check a minute, 1% changing`, bus), "measured"],
      [
        ...Object.entries(load.first).map(([name, value]) => [`first minute: ${name}`, value]),
        ...byName(load.rounds),
      ],
    )
  }
}

/** A row for each name, with the spread of the rounds. */
function byName(all: readonly Record<string, number>[]): [string, Spread][] {
  const names = Object.keys(all[0] ?? {})
  return names.map((name) => [name, spread(all.map((one) => one[name] ?? Number.NaN))])
}

/** Backups one after the other while the monitors are checked. */
async function measureBackups(stage: Stage, bus: string): Promise<void> {
  const monitors = Number(values.sizes.split(",")[0])
  const to = join(stage.folder, "backups")
  const env = {
    ...process.env,
    DATA_DIR: stage.folder,
    BACKUP_PASSPHRASE: "benchmark passphrase",
    LOG_LEVEL: "error",
  }
  const seconds: number[] = []
  const load = await measureLoad(stage, {
    monitors,
    seconds: Number(values.seconds),
    rounds,
    core,
    async meanwhile(untilMs) {
      while (performance.now() < untilMs) {
        const from = performance.now()
        await run(process.execPath, ["bin/watchkeeper.js", "backup", "--to", to], { env })
        seconds.push((performance.now() - from) / 1000)
      }
    },
  })
  const { made, mb } = await sizesOf(to)
  printTable(
    [titleOf(`${monitors} monitors a minute, backups in a row`, bus), "measured"],
    [["backups", made], ["a backup, s", spread(seconds)], ["size, MB", mb], ...byName(load.rounds)],
  )
}

async function sizesOf(folder: string): Promise<{ made: number; mb: number }> {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name))))
  return { made: names.length, mb: Math.max(...sizes.map(({ size }) => size)) / 1e6 }
}

/** Each case once a round, after a new start. */
async function compareFailures(stage: Stage, bus: string): Promise<void> {
  const monitors = Number(values.failing)
  const cases = [
    { how: "fail", isWatched: false },
    { how: "reset", isWatched: false },
    { how: "fail", isWatched: true },
  ] as const
  const times = cases.map((): Record<string, number>[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, one] of cases.entries()) {
      times[at]?.push(await measureFailures(stage, core, { monitors, ...one }))
    }
  }
  for (const [at, { how, isWatched }] of cases.entries()) {
    printTable(
      [
        titleOf(
          `${monitors} failing at once (${how}${isWatched ? ", all on one dashboard" : ""})`,
          bus,
        ),
        "measured",
        "goal",
      ],
      byName(times[at] ?? []).map(([name, value]) => [name, value, goals[name] ?? ""]),
    )
  }
}
