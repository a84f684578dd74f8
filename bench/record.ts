import { transactSql } from "../src/graphql/kernel/transaction.ts"
import { recordChecks } from "../src/graphql/monitoring/check/record-checks.ts"
import { storeChecks } from "../src/graphql/monitoring/check/store-checks.ts"
import { checkOf, offline } from "../test/support/checks.ts"
import { fill } from "./load.ts"
import { cpuMsOf, quantile } from "./machine.ts"
import type { Stage } from "./stage.ts"

const monitors = 4000
const rounds = 3
/** One in a thousand changes in a round, as in a fleet that mostly stays as it is. */
const changing = 1000

type Monitor = { id: string; seq: number }
type Figures = { perSecond: number; ownUs: number }

/**
 * Storing checks as the prober does, in its batches, beside an insert of the same rows in the same batches: once when
 * all stay good, and once with changes among them.
 */
export async function measureRecording({ services }: Stage): Promise<(string | number)[][]> {
  await fill({ services }, [{ monitors, url: "http://127.0.0.1:1/" }])
  const { rows } = await services.database.pool.query<Monitor>(
    "select id, seq from monitor order by seq",
  )
  let minute = 0
  const checks = (isChanging: boolean) => {
    minute += 1
    const at = new Date(Date.now() - 3_600_000 + minute * 60_000)
    return rows.map((one) =>
      checkOf(one, at, isChanging && (one.seq + minute) % changing === 0 ? offline : {}),
    )
  }
  const insert = async (batch: ReturnType<typeof checks>) =>
    transactSql(services, (tx) => storeChecks(tx, batch))
  const record = (batch: ReturnType<typeof checks>) => recordChecks(services, batch)
  // Every monitor becomes operational, and statements are prepared.
  await measure(checks(false), 200, record)
  await measure(checks(false), 200, insert)

  const table: (string | number)[][] = []
  for (const size of [200, 1000]) {
    const figures = { insert: [], steady: [], changes: [] } as Record<string, Figures[]>
    // Interleaved, because the speed of the machine changes.
    for (let round = 0; round < rounds; round += 1) {
      figures["insert"]?.push(await measure(checks(false), size, insert))
      figures["steady"]?.push(await measure(checks(false), size, record))
      figures["changes"]?.push(await measure(checks(true), size, record))
    }
    const baseline = median(figures["insert"], "perSecond")
    for (const [name, some] of Object.entries(figures)) {
      const perSecond = median(some, "perSecond")
      table.push([
        names[name] ?? name,
        size,
        perSecond,
        perSecond / baseline,
        median(some, "ownUs"),
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

async function measure<T>(
  checks: T[],
  size: number,
  store: (batch: T[]) => Promise<void>,
): Promise<Figures> {
  const before = cpuMsOf(process.pid)
  const startedMs = performance.now()
  for (let from = 0; from < checks.length; from += size) {
    await store(checks.slice(from, from + size))
  }
  const seconds = (performance.now() - startedMs) / 1000
  const ownUs = ((cpuMsOf(process.pid) - before) * 1000) / checks.length
  return { perSecond: checks.length / seconds, ownUs }
}

const median = (figures: Figures[] | undefined, name: keyof Figures): number =>
  quantile(
    (figures ?? []).map((one) => one[name]).toSorted((a, b) => a - b),
    0.5,
  )
