import { transactSql } from "../src/graphql/kernel/transaction.ts"
import { recordChecks } from "../src/graphql/monitoring/check/record-checks.ts"
import type { CheckResult } from "../src/graphql/monitoring/check/rules/check-result.ts"
import { storeChecks } from "../src/graphql/monitoring/check/store-checks.ts"
import { checkOf, offline } from "../test/support/checks.ts"
import { fill, settingsOf } from "./load.ts"
import { printTable, spread, type Cell } from "./machine.ts"
import { cpuMsOfTree, postmasterOf } from "./process-tree.ts"
import { titleOf } from "./redis.ts"
import type { Stage } from "./stage.ts"

const monitors = 4000
/** Checks of each monitor per measurement: Linux counts the CPU of PostgreSQL in hundredths of a second. */
const checksEach = 5
/** One in a thousand changes in a round, as in a fleet that mostly stays as it is. */
const changing = 1000

type Monitor = { id: string; seq: number }
type Figures = { perSecond: number; ownUs: number; otherUs: number }

/**
 * Storing checks as the prober does, in its batches, beside an insert of the same rows in the same batches: once when
 * all stay good, and once with changes among them. First beside all roles of the installation, then without them.
 */
export async function measureRecording(stage: Stage, bus: string, rounds: number): Promise<void> {
  const checks = await makeChecks(stage)
  const postmaster = postmasterOf(stage.folder)
  const product = await stage.startAll(settingsOf(stage))
  const beside = await compareStoring(stage, checks, rounds, () => product.cpuMs())
  await product.stop()
  const head = ["rows/s", "ratio to an insert", "own CPU, µs per row"]
  printTable(
    [
      titleOf("Storing checks beside all roles", bus),
      ...head,
      "CPU of the installation, µs per row",
    ],
    beside,
  )
  if (bus !== "without Redis") return
  const alone = await compareStoring(stage, checks, rounds, () => cpuMsOfTree(postmaster))
  printTable(["Storing checks", ...head, "PostgreSQL CPU, µs per row"], alone)
}

type MakeChecks = (isChanging: boolean) => CheckResult[]

/** Monitors that the prober leaves alone, and makes the next checks of each. */
async function makeChecks({ services }: Stage): Promise<MakeChecks> {
  await fill({ services }, [{ monitors, url: "http://127.0.0.1:1/" }])
  // Once a year, so that the prober makes none beside those of the benchmark.
  const { rows } = await services.database.pool.query<Monitor>(
    `with rare as (update monitor set interval_seconds = 31536000 returning id, seq)
     select id, seq from rare order by seq`,
  )
  let times = 0
  return (isChanging) =>
    Array.from({ length: checksEach }, () => {
      times += 1
      // Often enough that no monitor is overdue after checks that are only inserted.
      const at = new Date(Date.now() - 7_200_000 + times * 10_000)
      return rows.map((one) =>
        checkOf(one, at, isChanging && (one.seq + times) % changing === 0 ? offline : {}),
      )
    }).flat()
}

/** @param otherCpuMs CPU so far of what runs beside this process. */
async function compareStoring(
  { services }: Stage,
  checks: MakeChecks,
  rounds: number,
  otherCpuMs: () => number,
): Promise<Cell[][]> {
  const measure = meter(otherCpuMs)
  const insert = (batch: CheckResult[]) => transactSql(services, (tx) => storeChecks(tx, batch))
  const record = (batch: CheckResult[]) => recordChecks(services, batch)
  // Every monitor becomes operational, and statements are prepared.
  await measure(checks(false), 200, record)
  await measure(checks(false), 200, insert)

  const table: Cell[][] = []
  for (const size of [200, 1000]) {
    const figures = { insert: [], steady: [], changes: [] } as Record<string, Figures[]>
    // Interleaved, because the speed of the machine changes.
    for (let round = 0; round < rounds; round += 1) {
      figures["insert"]?.push(await measure(checks(false), size, insert))
      figures["steady"]?.push(await measure(checks(false), size, record))
      figures["changes"]?.push(await measure(checks(true), size, record))
    }
    for (const [name, some] of Object.entries(figures)) {
      const toInsert = some.map(
        ({ perSecond }, round) => perSecond / (figures["insert"]?.[round]?.perSecond ?? Number.NaN),
      )
      table.push([
        `${names[name]}, ${size} rows a batch`,
        spread(some.map(({ perSecond }) => perSecond)),
        spread(toInsert),
        spread(some.map(({ ownUs }) => ownUs)),
        spread(some.map(({ otherUs }) => otherUs)),
      ])
    }
  }
  return table
}

const names: Record<string, string> = {
  insert: "plain insert",
  steady: "recordChecks, all stay good",
  changes: "recordChecks, one in 1,000 changes",
}

function meter(otherCpuMs: () => number) {
  return async <T>(
    checks: T[],
    size: number,
    store: (batch: T[]) => Promise<void>,
  ): Promise<Figures> => {
    const [own, other, startedMs] = [process.cpuUsage(), otherCpuMs(), performance.now()]
    for (let from = 0; from < checks.length; from += size) {
      await store(checks.slice(from, from + size))
    }
    const perSecond = (checks.length * 1000) / (performance.now() - startedMs)
    const { user, system } = process.cpuUsage(own)
    const otherUs = ((otherCpuMs() - other) * 1000) / checks.length
    return { perSecond, ownUs: (user + system) / checks.length, otherUs }
  }
}
