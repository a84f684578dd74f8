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
  shownSpread,
  spread,
} from "./machine.ts"
import { measureRecording } from "./record.ts"
import { end, openStage, type Stage } from "./stage.ts"

/** `npm run bench:probe [-- --parts attempts,record,load,failures,backup --sizes 1000,20000,50000 --seconds 130]`; see README.md here. */
const { values } = parseArgs({
  options: {
    parts: { type: "string", default: "attempts,record,load,failures" },
    sizes: { type: "string", default: "20000" },
    seconds: { type: "string", default: "130" },
    checks: { type: "string", default: "12000" },
    /** The probe role alone on one core; PostgreSQL and the dashboard have the other. */
    pinned: { type: "boolean", default: false },
  },
})
const run = promisify(execFile)
const core = values.pinned ? divideCores() : null
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
        "rows per batch",
        "rows/s",
        "ratio to an insert",
        "own CPU, µs per row",
        "PostgreSQL CPU, µs per row",
      ],
      await measureRecording(stage),
    )
  }
  if (parts.has("load")) await compareSizes()
  if (parts.has("failures")) await compareFailures()
  if (parts.has("backup")) await measureBackups()
} finally {
  await stage.stop()
}
process.stdout.write(`\n${describeMachine(core !== null)}\n`)

/** CPU of attempts alone, beside bare sockets and the blackbox exporter. */
async function compareAttempts(): Promise<void> {
  const http = `http://127.0.0.1:${stage.ports.http}/`
  const https = `https://127.0.0.1:${stage.ports.https}/`
  const blackbox = await startBlackbox(stage)
  const plain = blackbox && (await blackbox.measure(http))
  const secure = blackbox && (await blackbox.measure(https))
  await blackbox?.stop()
  printTable(
    ["Attempts, eight at once", "CPU ms per 1,000", "ratio to blackbox"],
    [
      row("http: bare sockets", await measureAttempts("bare", http), plain),
      row("http: Watchkeeper", await measureAttempts("check", http), plain),
      row("http: blackbox exporter", plain, plain),
      row("https: Watchkeeper", await measureAttempts("check", https), secure),
      row("https: blackbox exporter", secure, secure),
    ],
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
  const loads: number[][] = []
  for (const monitors of values.sizes.split(",").map(Number)) {
    const load = await measureLoad(stage, {
      monitors,
      seconds: Number(values.seconds),
      core,
      meanwhile: null,
    })
    loads.push(Object.values(load))
  }
  const names = [
    "monitors",
    "first minute: stored checks/s",
    "first minute: start lag p99, ms",
    "first minute: end of a check to its transaction p99, ms",
    "stored checks/s",
    "start lag p50, ms",
    "start lag p99, ms",
    "CPU of the role per 1,000 checks, ms",
    "resident memory, MB",
    "end of the deciding check to its transaction p50, ms",
    "end of the deciding check to its transaction p99, ms",
    "end of the deciding check to a dashboard p50, ms",
    "end of the deciding check to a dashboard p99, ms",
    "changes that the dashboard did not receive",
    "healthy targets with another status",
  ]
  printTable(
    ["HTTP monitors, one check a minute, 1% changing", ...loads.map(() => "measured")],
    names.map((name, at) => [name, ...loads.map((load) => load[at] ?? Number.NaN)]),
  )
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
    [
      ["backups", made],
      ["a backup, s", shownSpread(spread(seconds))],
      ["size, MB", mb],
      ["stored checks/s", load.checksPerSecond],
      ["start lag p99, ms", load.lagP99Ms],
      ["healthy targets with another status", load.wrong],
    ],
  )
}

async function sizesOf(folder: string): Promise<{ made: number; mb: number }> {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name))))
  return { made: names.length, mb: Math.max(...sizes.map(({ size }) => size)) / 1e6 }
}

async function compareFailures(): Promise<void> {
  const cases = [
    { how: "fail", isWatched: false },
    { how: "reset", isWatched: false },
    { how: "fail", isWatched: true },
  ] as const
  for (const one of cases) {
    const times = await measureFailures(stage, core, { monitors: 1000, ...one })
    const name = `1,000 failing at once (${one.how}${one.isWatched ? ", all on one dashboard" : ""})`
    printTable(
      [name, "measured", "goal"],
      Object.entries(times).map(([what, value]) => [what, value, goals[what] ?? ""]),
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

function row(name: string, cpuMs: number | null, baseline: number | null): (string | number)[] {
  return [name, cpuMs ?? "missing", cpuMs !== null && baseline !== null ? cpuMs / baseline : "–"]
}
