import { execFile } from "node:child_process"
import { once } from "node:events"
import { readdir, stat, writeFile } from "node:fs/promises"
import { Agent, get } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs, promisify } from "node:util"
import { measureFailures } from "./failures.ts"
import { measureLoad } from "./load.ts"
import {
  cpuMsOf,
  describeMachine,
  divideCores,
  findProgram,
  printTable,
  spread,
  type Spread,
} from "./machine.ts"
import { measureRecording } from "./record.ts"
import { end, openStage, type Stage } from "./stage.ts"

/** `npm run bench:probe`: attempts, storing checks, and the prober under load; see README.md here. */
const { values } = parseArgs({
  options: {
    parts: { type: "string", default: "attempts,record,load,failures" },
    sizes: { type: "string", default: "20000" },
    failing: { type: "string", default: "1000" },
    seconds: { type: "string", default: "45" },
    checks: { type: "string", default: "4000" },
    rounds: { type: "string", default: "3" },
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
const stage = await openStage()
try {
  process.stdout.write(`${describeMachine(core !== null)}\n`)
  const parts = new Set(values.parts.split(","))
  if (parts.has("attempts")) await compareAttempts()
  if (parts.has("record")) {
    printTable(
      [
        "Storing checks",
        "rows/s",
        "ratio to an insert",
        "own CPU, µs per row",
        "PostgreSQL CPU, µs per row",
      ],
      await measureRecording(stage, rounds),
    )
  }
  if (parts.has("load")) await compareSizes()
  if (parts.has("failures")) await compareFailures()
  if (parts.has("backup")) await measureBackups()
} finally {
  await stage.stop()
}
process.stdout.write(`\n${describeMachine(core !== null)}\n`)

/** CPU of attempts alone, beside bare sockets and the blackbox exporter, each once a round. */
async function compareAttempts(): Promise<void> {
  const http = `http://127.0.0.1:${stage.ports.http}/`
  const https = `https://127.0.0.1:${stage.ports.https}/`
  const blackbox = await startBlackbox(stage)
  const byBlackbox = (url: string) => () => blackbox?.measure(url) ?? Promise.resolve(Number.NaN)
  const clients: [string, () => Promise<number>][] = [
    ["http: blackbox exporter", byBlackbox(http)],
    ["http: Watchkeeper", () => measureAttempts("check", http)],
    ["http: bare sockets", () => measureAttempts("bare", http)],
    ["https: blackbox exporter", byBlackbox(https)],
    ["https: Watchkeeper", () => measureAttempts("check", https)],
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

async function measureAttempts(client: string, url: string): Promise<number> {
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

async function compareSizes(): Promise<void> {
  for (const monitors of values.sizes.split(",").map(Number)) {
    const seconds = Number(values.seconds)
    const load = await measureLoad(stage, { monitors, seconds, rounds, core, meanwhile: null })
    printTable(
      [`${monitors} HTTP monitors, one check a minute, 1% changing`, "measured"],
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
async function measureBackups(): Promise<void> {
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
    [`${monitors} monitors a minute, backups in a row`, "measured"],
    [["backups", made], ["a backup, s", spread(seconds)], ["size, MB", mb], ...byName(load.rounds)],
  )
}

async function sizesOf(folder: string): Promise<{ made: number; mb: number }> {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name))))
  return { made: names.length, mb: Math.max(...sizes.map(({ size }) => size)) / 1e6 }
}

/** Each case once a round, after a new start. */
async function compareFailures(): Promise<void> {
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
        `${monitors} failing at once (${how}${isWatched ? ", all on one dashboard" : ""})`,
        "measured",
        "goal",
      ],
      byName(times[at] ?? []).map(([name, value]) => [name, value, goals[name] ?? ""]),
    )
  }
}

async function startBlackbox({ folder, authority, start }: Stage) {
  const program = await findProgram(
    "/usr/bin/prometheus-blackbox-exporter",
    "prometheus-blackbox-exporter",
  )
  if (program === null) return null
  const config = join(folder, "blackbox.yml")
  await writeFile(
    config,
    `modules: {watch: {prober: http, http: {preferred_ip_protocol: ip4, tls_config: {ca_file: "${authority}"}}}}\n`,
  )
  const port = 20_000 + (process.pid % 10_000)
  const child = start([
    ...(core ?? []),
    program,
    `--config.file=${config}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--log.level=error",
  ])
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const fetchText = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path, agent }, (answer) => {
        let text = ""
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()))
        answer.on("end", () => resolve(text))
      }).on("error", reject)
    })
  for (let tries = 0; tries < 50; tries += 1) {
    const isUp = await fetchText("/-/healthy").then(
      () => true,
      () => false,
    )
    if (isUp) break
    await sleep(100)
  }
  async function request(url: string, count: number): Promise<void> {
    let left = count
    const worker = async () => {
      while (left-- > 0) {
        const text = await fetchText(`/probe?module=watch&target=${encodeURIComponent(url)}`)
        if (!text.includes("probe_success 1"))
          throw new Error(`The blackbox exporter could not reach ${url}`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, worker))
  }
  return {
    async measure(url: string): Promise<number> {
      await request(url, Number(values.checks))
      const cpuBefore = cpuMsOf(child.pid ?? 0)
      await request(url, Number(values.checks))
      return (cpuMsOf(child.pid ?? 0) - cpuBefore) / (Number(values.checks) / 1000)
    },
    async stop() {
      agent.destroy()
      await end(child)
    },
  }
}
