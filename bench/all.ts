import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { parseArgs } from "node:util"
import { describeMachine, printTable } from "./machine.ts"
import { figures, medianOf, mergeFigures, readTables, type Figures } from "./read-tables.ts"

/** `npm run bench`: every benchmark briefly, in one table; see README.md here. */

const { values: options } = parseArgs({
  options: {
    /** Names of benchmarks; all by default. */
    only: { type: "string" },
    /** A file for the figures, which a later run compares itself with. */
    save: { type: "string" },
    /** Figures of an earlier run. */
    compare: { type: "string" },
    /** Another checkout, whose benchmarks run in turn with these. */
    beside: { type: "string" },
    /** How often each benchmark runs. */
    times: { type: "string", default: "1" },
  },
})

/**
 * Long enough for a figure to mean something, short enough for all of them in half an hour on two free cores. Ways
 * and sizes that tell little more are left out here; alone, each benchmark measures all of them.
 */
const benchmarks: Record<string, string[]> = {
  lists: ["--incidents", "30000", "--requests", "30"],
  rest: ["--requests", "2000"],
  mcp: ["--requests", "1000", "--connections", "16"],
  pages: ["--parts", "page", "--requests", "10000", "--rounds", "3"],
  probe: ["--parts", "record,failures"],
  notify: ["--parts", "settle,starts", "--rows", "10000", "--later", "20000", "--mails", "2000"],
  fairness: ["--seconds", "4", "--redis", "without"],
  history: ["--checks", "400000", "--rows", "50000", "--no-tenfold", "--requests", "50"],
  audit: ["--entries", "2000", "--requests", "1500"],
  ping: [],
  pings: ["--seconds", "2"],
  telemetry: [
    "--parts=decoder,idle,road,acknowledgement,reads",
    "--rows=30000",
    "--read-rows=300000",
    "--redis=without",
  ],
  dashboard: ["--sizes", "1000", "--seconds", "5", "--slowdowns", "1", "--redis", "without"],
  scale: ["--monitors", "2000", "--viewers", "100", "--seconds", "10", "--settle", "20"],
  footprint: ["--sizes", "0,50", "--seconds", "10", "--settle", "10", "--redis", "without"],
}
const longestMs = 600_000

const root = join(import.meta.dirname, "..")
const names = Object.keys(benchmarks).filter(
  (name) => options.only?.split(",").includes(name) ?? true,
)
const here: Figures = {}
const there: Figures =
  options.compare === undefined
    ? {}
    : figures.parse(JSON.parse(await readFile(options.compare, "utf8")))
for (const name of names) {
  const [ours, theirs]: [Figures[], Figures[]] = [[], []]
  for (let time = 0; time < Number(options.times); time += 1) {
    ours.push(await run(root, name))
    if (options.beside !== undefined) theirs.push(await run(options.beside, name))
  }
  Object.assign(here, mergeFigures(ours))
  Object.assign(there, mergeFigures(theirs))
}
if (options.save !== undefined) await writeFile(options.save, `${JSON.stringify(here, null, 2)}\n`)
process.stdout.write(`${describeMachine(false)}\n`)
const isCompared = options.compare !== undefined || options.beside !== undefined
printTable(
  ["benchmark, table, row, column", "here", ...(isCompared ? ["there", "here to there"] : [])],
  Object.entries(here).map(([name, value]) => {
    const other = there[name]
    if (!isCompared) return [name, value]
    return other === undefined
      ? [name, value, "", ""]
      : [name, value, other, medianOf(value) / medianOf(other)]
  }),
)

async function run(folder: string, name: string): Promise<Figures> {
  const child = spawn(process.execPath, [`bench/${name}.ts`, ...(benchmarks[name] ?? [])], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = once(child, "exit")
  const startedMs = performance.now()
  // It stops what it has started.
  const late = setTimeout(() => child.kill("SIGTERM"), longestMs)
  const said = await text(child.stdout)
  await ended
  clearTimeout(late)
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  process.stderr.write(`${name}: ${seconds} s\n`)
  if (child.exitCode !== 0) {
    process.exitCode = 1
    process.stderr.write(`${name} failed or took longer than ${longestMs / 1000} s in ${folder}\n`)
  }
  return readTables(name, said)
}
