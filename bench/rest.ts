import { parseArgs } from "node:util"
import { startClient } from "./client.ts"
import { openInstallation, type Installation } from "./installed.ts"
import { describeMachine, divideCores, limitCpu, printTable, spread, type Cell } from "./machine.ts"
import { eachBus } from "./redis.ts"
import { compare, measureLoad, type Comparison } from "./rest-compare.ts"
import { fillOwners, listLoad, muteLoad, type Owner } from "./rest-data.ts"
import type { Server } from "./server.ts"

/** `npm run bench:rest`: /v1 beside a bare server with the same statements; see README.md here. */

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "6000" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "16,96" },
    /** without, with or both. */
    redis: { type: "string", default: "without,with" },
    /** The api role alone on one core. */
    pinned: { type: "boolean", default: false },
    /** A folder for the CPU profiles of the roles. */
    profile: { type: "string" },
    /** list, write or second (only pinned); default: all. */
    only: { type: "string", default: "list,write,second" },
  },
})
const requests = Number(values.requests)
const rounds = Number(values.rounds)
const only = new Set(values.only.split(","))
const loads = [
  ...(only.has("list") ? [{ load: listLoad, goals: { without: 0.75, with: 0.8, cpu: 0.7 } }] : []),
  ...(only.has("write") ? [{ load: muteLoad, goals: { without: 0.7, with: 0.7, cpu: 0.65 } }] : []),
]
const profile: Record<string, string> =
  values.profile === undefined
    ? {}
    : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` }

const core = values.pinned ? divideCores() : []
const client = await startClient()
try {
  await eachBus(values.redis, measure)
} finally {
  await client.stop()
}

async function measure(bus: string, settings: Record<string, string>): Promise<void> {
  const installation = await openInstallation({ ...settings, ...profile })
  try {
    const owners = await fillOwners(installation.services.database)
    process.stdout.write(`\n${describeMachine(core.length > 0)}, ${bus}\n`)
    if (values.pinned) await measurePinned(installation, owners, bus)
    else {
      const bare = await installation.startBare("bare.ts", {
        DATABASE_URL: installation.connectionString,
      })
      await measureLoads({ bare, ours: await installation.startAll() }, owners, bus)
    }
  } finally {
    await installation.stop()
  }
}

async function measureLoads(
  servers: { bare: Server; ours: Server },
  owners: Owner[],
  bus: string,
): Promise<void> {
  for (const { load, goals } of loads) {
    const rows: Cell[][] = []
    for (const connections of values.connections.split(",").map(Number)) {
      const size = { requests, rounds, connections }
      const texts = owners.map((owner) => load.of(owner))
      const found = await compare(client, servers, { texts, size })
      const goal = bus === "with Redis" ? goals.with : goals.without
      rows.push([`${bus}, ${connections} connections`, ...figuresOf(found, [goal, goals.cpu])])
    }
    printTable(
      [
        load.name,
        "requests/s",
        "bare's requests/s",
        "ratio to bare (least–most)",
        "goal",
        "CPU µs each",
        "bare's CPU µs each",
        "bare's CPU / own CPU (least–most)",
        "goal by CPU",
        "p99 at half of its rate, ms",
        "bare's at the same rate",
      ],
      rows,
    )
  }
}

function figuresOf(
  { bare, ours, bareHalf, oursHalf, toBare, toBareByCpu }: Comparison,
  [goal, cpuGoal]: [number, number],
): Cell[] {
  return [
    ours.perSecond,
    bare.perSecond,
    toBare,
    String(goal),
    ours.cpuUs,
    bare.cpuUs,
    toBareByCpu,
    String(cpuGoal),
    oursHalf.p99Ms,
    bareHalf.p99Ms,
  ]
}

/** The api role and the bare server on a core of their own; client and databases have the other. */
async function measurePinned(
  { startRole, startBare, connectionString }: Installation,
  owners: Owner[],
  bus: string,
): Promise<void> {
  const bare = await startBare("bare.ts", { DATABASE_URL: connectionString }, core)
  await measureLoads({ bare, ours: await startRole("api", core) }, owners, bus)
  if (only.has("second")) {
    await measureSecond(await startRole("api", core), await startRole("api", core), owners)
  }
}

/**
 * Measures what a second process adds. Each process is limited to a small share of one core, so that the client and
 * the databases do not limit the result on a machine with few cores.
 */
async function measureSecond(one: Server, other: Server, owners: Owner[]): Promise<void> {
  const share = 0.15
  const free: (() => Promise<void>)[] = []
  const texts = owners.map((owner) => listLoad.of(owner))
  const what = { texts, size: { requests, rounds, connections: 96 } }
  try {
    for (const { pid } of [one, other]) free.push(await limitCpu(pid, share))
    for (const server of [one, other]) await measureLoad(client, server, what)
    const ratios: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const alone = await measureLoad(client, one, what)
      const both = await Promise.all(
        [one, other].map((server) => measureLoad(client, server, what)),
      )
      const together = both.reduce((sum, { perSecond }) => sum + perSecond, 0)
      ratios.push(together / alone.perSecond)
    }
    printTable(
      [`two processes, each limited to ${share * 100}% of a core`, "ratio to one", "goal"],
      [["requests/s", spread(ratios), "1.7"]],
    )
  } catch (error) {
    process.stdout.write(`\nThe second process was not measured: ${String(error)}\n`)
  } finally {
    for (const server of [one, other]) await server.stop()
    for (const remove of free) await remove()
  }
}
