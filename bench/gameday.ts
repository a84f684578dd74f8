import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { createStore } from "../src/telemetry/store/store.ts"
import { disasters, type Disaster } from "./gameday/disasters.ts"
import { addMonitors, openInstallation, until, type Installation } from "./gameday/installation.ts"
import { startLoad } from "./gameday/load.ts"
import { describeMachine, printTable } from "./machine.ts"

/** `npm run gameday`: disasters in a row on a running installation under load, and what was lost. */

const { values: options } = parseArgs({
  options: {
    /** Numbers of disasters, such as 1,15; all by default. */
    only: { type: "string" },
    /** Targets that break in each disaster; five would be one mass failure, and so one page. */
    targets: { type: "string", default: "4" },
  },
})
const count = Number(options.targets)

type Row = {
  name: string
  seconds: number
  /** From the outage to its last page. */
  pagedMs: number
  /** Messages to recipients that cannot be reached: nothing is lost if the page reached somebody else. */
  dead: number
  lost: Lost
}
type Lost = {
  changes: number
  falseOutages: number
  pages: number
  doubled: number
  requests: number
}

process.stdout.write(`${describeMachine(false)}\n`)
const installation = await openInstallation()
const load = startLoad(installation.servers, installation.keys)
const rows: Row[] = []
try {
  const wanted = options.only?.split(",").map(Number)
  for (const [at, disaster] of disasters.entries()) {
    if (wanted !== undefined && !wanted.includes(at + 1)) continue
    const row = await endure(installation, disaster, at + 1)
    rows.push(row)
    process.stdout.write(`${at + 1}. ${row.name}: ${JSON.stringify(row.lost)}\n`)
  }
  await load.stop()
  const { requests, slowestMs, acknowledged } = load.figures
  const stored = await countStored(installation, acknowledged.size)
  printTable(
    [
      "disaster",
      "lasted, s",
      "outage to last page, s",
      "dead recipients",
      "changes lost",
      "false outages",
      "pages lost",
      "pages doubled",
      "requests failed",
    ],
    rows.map(({ name, seconds, pagedMs, dead, lost }) => [
      name,
      seconds,
      pagedMs / 1000,
      String(dead),
      ...Object.values(lost).map(String),
    ]),
  )
  process.stdout.write(
    `\n${requests} requests were answered, the slowest after ${(slowestMs / 1000).toFixed(1)} s. ` +
      `${acknowledged.size} log records were acknowledged and ${stored} of them are stored.\n`,
  )
  for (const said of load.figures.failed) process.stdout.write(`Failed: ${said}\n`)
  const all = rows.flatMap(({ lost }) => Object.values(lost))
  const isNothing = all.every((one) => one === 0) && stored === acknowledged.size
  process.stdout.write(isNothing ? "Lost: nothing.\n" : "Something was lost.\n")
  process.exitCode = isNothing ? 0 : 1
} catch (error) {
  for (const program of Object.values(installation.programs)) process.stderr.write(program.log())
  throw error
} finally {
  await load.stop()
  await installation.close()
}

async function endure(main: Installation, disaster: Disaster, number: number): Promise<Row> {
  const other = await disaster.openOther?.(main)
  try {
    return await endureIn({ ...main, ...other }, disaster, number)
  } finally {
    await other?.close()
  }
}

/** Targets break, the disaster strikes, and everything about them must come true; then they recover. */
async function endureIn(
  installation: Installation,
  { name, strike, arrange, isQuiet = false }: Disaster,
  number: number,
): Promise<Row> {
  const { targets, services } = installation
  const failedBefore = load.figures.failed.length
  const { projectId, userId, hosts } = await addMonitors(installation, number, count)
  await arrange?.(installation, { projectId, userId })
  const is = async (sql: string) => {
    const { rows } = await services.database.pool.query<{ count: number }>(sql, [projectId])
    return rows[0]?.count
  }
  const states = (status: string) =>
    is(`select count(*)::int from monitor_state s join monitor m on m.id = s.monitor_id
         where m.project_id = $1 and s.status = '${status}'`)
  const verdicts = (decision: string) =>
    is(`select count(*)::int from verdict v join monitor m on m.id = v.monitor_id
         where m.project_id = $1 and v.decision = '${decision}'`)
  await until("the targets are up", async () => (await states("operational")) === count)

  const startedMs = performance.now()
  let brokenMs = startedMs
  const breakThem = () => {
    brokenMs = performance.now()
    targets.break(hosts)
  }
  if (!isQuiet) breakThem()
  await strike(installation, count)
  const seconds = (performance.now() - startedMs) / 1000
  if (isQuiet) {
    await sleep(10_000)
    breakThem()
  }
  await until("every outage is declared", async () => ((await verdicts("declared")) ?? 0) >= count)
  await until("every page has arrived", async () => (await ledgerOf(projectId)).lost === 0)
  const pagedMs = performance.now() - brokenMs
  targets.mend(hosts)
  await until("every recovery is seen", async () => ((await verdicts("recovered")) ?? 0) >= count)
  await until("nothing waits", async () => {
    const waiting = await is(
      "select count(*)::int from delivery where project_id = $1 and state = 'pending'",
    )
    return waiting === 0
  })
  const declared = (await verdicts("declared")) ?? 0
  const recovered = (await verdicts("recovered")) ?? 0
  const { lost, doubled, dead } = await ledgerOf(projectId)
  // A request that is under way may still fail.
  await load.settled()
  return {
    name,
    seconds,
    pagedMs,
    dead,
    lost: {
      changes: count - Math.min(declared, recovered),
      falseOutages: Math.max(declared, recovered) - count,
      pages: lost,
      doubled,
      requests: load.figures.failed.length - failedBefore,
    },
  }

  /** Pages of the outages against the mails that arrived. */
  async function ledgerOf(projectId: string) {
    const { rows } = await services.database.pool.query<{ id: string; dead: boolean }>(
      `select id, state = 'dead' as dead from delivery
        where project_id = $1 and queue = 'page' and event = 'alert.created'`,
      [projectId],
    )
    const arrived = new Map<string, number>()
    for (const { parsed } of installation.smtp.mails) {
      const id = parsed.messageId?.slice(1).split("@")[0] ?? ""
      arrived.set(id, (arrived.get(id) ?? 0) + 1)
    }
    // The page of a dead recipient must reach the next one, so it counts no delivery but the alert.
    const times = rows.filter(({ dead }) => !dead).map(({ id }) => arrived.get(id) ?? 0)
    const got = times.filter((one) => one > 0).length
    return {
      dead: rows.length - times.length,
      lost: Math.max(0, count - got) + times.filter((one) => one === 0).length,
      doubled: times.filter((one) => one > 1).length + Math.max(0, times.length - count),
    }
  }
}

async function countStored({ disk }: Installation, wanted: number): Promise<number> {
  const store = createStore({ DATA_DIR: disk(""), CLICKHOUSE_URL: undefined })
  let stored = 0
  try {
    await until(
      "telemetry is stored",
      async () => {
        const [row] = await store.query<{ n: number }>(
          "SELECT toUInt32(uniqExact(Body)) AS n FROM otel_logs",
          {},
        )
        stored = row?.n ?? 0
        return stored >= wanted
      },
      60_000,
    ).catch(() => undefined)
    return stored
  } finally {
    await store.close()
  }
}
