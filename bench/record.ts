import { transactSql } from "../src/graphql/kernel/transaction.ts"
import { recordChecks } from "../src/graphql/monitoring/check/record-checks.ts"
import { storeChecks } from "../src/graphql/monitoring/check/store-checks.ts"
import { checkOf, offline } from "../test/support/checks.ts"
import { fill } from "./load.ts"
import { spread, type Cell } from "./machine.ts"
import { cpuMsOfTree, postmasterOf } from "./process-tree.ts"
import type { Stage } from "./stage.ts"

const monitors = 4000
/** Checks of each monitor per measurement: Linux counts the CPU of PostgreSQL in hundredths of a second. */
const checksEach = 5
/** One in a thousand changes in a round, as in a fleet that mostly stays as it is. */
const changing = 1000

type Monitor = { id: string; seq: number }
type Figures = { perSecond: number; ownUs: number; databaseUs: number }

/**
 * Storing checks as the prober does, in its batches, beside an insert of the same rows in the same batches: once when
 * all stay good, and once with changes among them.
 */
export async function measureRecording(
  { services, folder }: Stage,
  rounds: number,
): Promise<Cell[][]> {
  await fill({ services }, [{ monitors, url: "http://127.0.0.1:1/" }])
  const { rows } = await services.database.pool.query<Monitor>(
    "select id, seq from monitor order by seq",
  )
  let times = 0
  const checks = (isChanging: boolean) =>
    Array.from({ length: checksEach }, () => {
      times += 1
      // Often enough that no monitor is overdue after checks that are only inserted.
      const at = new Date(Date.now() - 3_600_000 + times * 10_000)
      return rows.map((one) =>
        checkOf(one, at, isChanging && (one.seq + times) % changing === 0 ? offline : {}),
      )
    }).flat()
  const measure = meter(postmasterOf(folder))
  const insert = async (batch: ReturnType<typeof checks>) =>
    transactSql(services, (tx) => storeChecks(tx, batch))
  const record = (batch: ReturnType<typeof checks>) => recordChecks(services, batch)
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
        spread(some.map(({ databaseUs }) => databaseUs)),
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

/** @param server the process of PostgreSQL that starts the others. */
function meter(server: number) {
  return async <T>(
    checks: T[],
    size: number,
    store: (batch: T[]) => Promise<void>,
  ): Promise<Figures> => {
    const [own, database, startedMs] = [process.cpuUsage(), cpuMsOfTree(server), performance.now()]
    for (let from = 0; from < checks.length; from += size) {
      await store(checks.slice(from, from + size))
    }
    const perSecond = (checks.length * 1000) / (performance.now() - startedMs)
    const { user, system } = process.cpuUsage(own)
    const databaseUs = ((cpuMsOfTree(server) - database) * 1000) / checks.length
    return { perSecond, ownUs: (user + system) / checks.length, databaseUs }
  }
}
