import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { contextFor } from "../src/graphql/kernel/context.ts"
import { transactSql } from "../src/graphql/kernel/transaction.ts"
import { chainEntries } from "../src/graphql/workspace/audit/chain-entries.ts"
import { recordAuditAll } from "../src/graphql/workspace/audit/record-audit.ts"
import { verifyChain } from "../src/graphql/workspace/audit/verify-chain.ts"
import { createProject } from "../src/graphql/workspace/project/create-project.ts"
import { newId } from "../src/platform/id.ts"
import type { Services } from "../src/platform/services.ts"
import { measureMutations } from "./audit-installed.ts"
import { startClient } from "./client.ts"
import { openInstallation } from "./installed.ts"
import { describeMachine, printTable, quantile, spreads } from "./machine.ts"
import { cpuMsOfTree, postmasterOf } from "./process-tree.ts"
import { eachBus } from "./redis.ts"

/** `npm run bench:audit`: how fast audit entries are written, chained and verified; see README.md here. */
const { values } = parseArgs({
  options: {
    entries: { type: "string", default: "7000" },
    writers: { type: "string", default: "8" },
    projects: { type: "string", default: "1,50" },
    rounds: { type: "string", default: "3" },
    /** Of the whole product in a round. */
    requests: { type: "string", default: "3000" },
    connections: { type: "string", default: "16,96" },
    redis: { type: "string", default: "without,with" },
  },
})
const entries = Number(values.entries)
const writers = Number(values.writers)
const actor = { kind: "system", name: "bench" } as const

/** As a change of a monitor's settings writes it. */
const entryOf = (ids: readonly string[], at: number, subjectId: string) => ({
  projectId: ids[at % ids.length] ?? "",
  action: "monitor.updated",
  subjectId,
  subjectName: `Monitor ${at}`,
  changes: {
    url: { from: `https://example.com/${at}`, to: `https://example.com/${at}/health` },
    timeoutSeconds: { from: 10, to: 20 },
  },
})

const perSecond = (count: number, sinceMs: number): number =>
  count / ((performance.now() - sinceMs) / 1000)

const client = await startClient()
try {
  const size = {
    requests: Number(values.requests),
    rounds: Number(values.rounds),
    connections: values.connections.split(",").map(Number),
  }
  await eachBus(values.redis, (bus, settings) => measureMutations(client, { bus, settings }, size))
} finally {
  await client.stop()
}

// What an entry costs, without the roles.
const installation = await openInstallation()
const { services } = installation
const postmaster = postmasterOf(installation.folder)
try {
  process.stdout.write(`${describeMachine(false)}\n`)
  const sizes = values.projects.split(",")
  const rounds = sizes.map((): number[][] => [])
  // The first is not shown: V8 is still optimizing.
  await measure(1)
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [at, size] of sizes.entries()) rounds[at]?.push(await measure(Number(size)))
  }
  printTable(
    [
      `projects with ${entries} entries`,
      "written beside the chain, entries/s",
      "chained meanwhile, entries/s",
      "from commit to chain p50, ms",
      "p99, ms",
      "chaining alone, entries/s",
      "own CPU, µs",
      "PostgreSQL CPU, µs",
      "verified, entries/s",
    ],
    sizes.map((size, at) => [size, ...spreads(rounds[at] ?? [])]),
  )
} finally {
  await installation.stop()
}
process.stdout.write(`\n${describeMachine(false)}\n`)
process.exit()

async function measure(projects: number): Promise<number[]> {
  const ids = await makeProjects(services, projects)
  const live = await writeBesideChain(ids)
  const alone = await chainAlone(ids)
  const begun = performance.now()
  let verified = 0
  for (const id of ids) {
    const { entries, fault, waiting } = await verifyChain(services, id)
    if (fault !== null || waiting > 0) throw new Error(`${fault?.detail} ${waiting} are waiting`)
    verified += entries
  }
  return [...live, ...alone, perSecond(verified, begun)]
}

async function makeProjects(services: Services, count: number): Promise<string[]> {
  const ctx = contextFor(services, actor)
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    ids.push((await createProject(ctx, { name: `Bench ${newId()}`, plan: "pro" })).id)
  }
  return ids
}

/** Writers commit entries, one a transaction, while the job chains them as the notify role does, again and again. */
async function writeBesideChain(ids: readonly string[]): Promise<number[]> {
  const committedMs = new Map<string, number>()
  const delays: number[] = []
  let left = entries
  let isWriting = true
  const begun = performance.now()
  async function write(): Promise<void> {
    while (left > 0) {
      left -= 1
      const subjectId = newId()
      await transactSql(services, (tx) =>
        recordAuditAll(tx, actor, [entryOf(ids, left, subjectId)]),
      )
      committedMs.set(subjectId, performance.now())
    }
  }
  async function chain(): Promise<number> {
    let chained = 0
    for (;;) {
      const isLast = !isWriting
      await chainEntries(services)
      chained += await noteChained(committedMs, delays)
      if (isLast) return chained
      await sleep(20)
    }
  }
  async function writeAll(): Promise<number> {
    try {
      await Promise.all(Array.from({ length: writers }, write))
      return perSecond(entries, begun)
    } finally {
      isWriting = false
    }
  }
  const [written, chainedCount] = await Promise.all([writeAll(), chain()])
  const chained = perSecond(chainedCount, begun)
  delays.sort((one, other) => one - other)
  return [written, chained, quantile(delays, 0.5), quantile(delays, 0.99)]
}

/** Entries that are in the chain now and were not at the last call. */
async function noteChained(committedMs: Map<string, number>, delays: number[]): Promise<number> {
  const waiting = [...committedMs.keys()]
  const nowMs = performance.now()
  const { rows } = await services.database.pool.query<{ id: string }>(
    `select subject_id as id from audit_entry where subject_id = any($1) and seq is not null`,
    [waiting],
  )
  for (const { id } of rows) {
    delays.push(nowMs - (committedMs.get(id) ?? nowMs))
    committedMs.delete(id)
  }
  return rows.length
}

/** As after a restore, when many entries wait. */
async function chainAlone(ids: readonly string[]): Promise<number[]> {
  for (let at = 0; at < entries; at += 1000) {
    await transactSql(services, async (tx) => {
      for (let n = 0; n < Math.min(1000, entries - at); n += 1) {
        await recordAuditAll(tx, actor, [entryOf(ids, at + n, newId())])
      }
    })
  }
  const cpu = process.cpuUsage()
  const other = cpuMsOfTree(postmaster)
  const begun = performance.now()
  await chainEntries(services)
  const rate = perSecond(entries, begun)
  const { user, system } = process.cpuUsage(cpu)
  const otherMs = cpuMsOfTree(postmaster) - other
  return [rate, (user + system) / entries, (otherMs * 1000) / entries]
}
