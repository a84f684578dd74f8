import type { Services } from "../../platform/services.ts"
import type { Store } from "../../telemetry/store/store.ts"
import { storeEvaluation } from "./evaluate-slo.ts"
import { measureSlo, type MeasuredSlo } from "./measure-slo.ts"

/** How often an SLO is evaluated; its shortest window is five times as long. */
const everySeconds = 60
const mostAtOnce = 50

type Needs = Pick<Services, "database" | "bus" | "clock" | "log"> & {
  /** Called at the first SLO of a service; null if no telemetry is stored. */
  openStore(): Store | null
}

/**
 * Evaluates the SLOs that are due, by PostgreSQL's clock. Each is claimed by one worker; one that is killed leaves it
 * to the next round.
 *
 * @returns how many were claimed.
 */
export async function evaluateSlos(
  needs: Needs,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const ids = await claim(needs)
  if (ids.length === 0) return 0
  const slos = await needs.database.prisma.slo.findMany({
    where: { id: { in: ids } },
    include: { monitors: { select: { monitorId: true } } },
    orderBy: { id: "asc" },
  })
  for (const slo of slos) if (!isStopping()) await evaluate(needs, slo)
  return ids.length
}

async function claim({ database: { pool } }: Needs): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `update slo set due_at = now() + make_interval(secs => $1)
      where id in (select id from slo where due_at <= now() order by due_at, id limit $2 for update skip locked)
     returning id`,
    [everySeconds, mostAtOnce],
  )
  return rows.map(({ id }) => id)
}

async function evaluate(needs: Needs, slo: MeasuredSlo): Promise<void> {
  try {
    const now = needs.clock.now()
    const store = slo.indicator === "service" ? needs.openStore() : null
    const measured = await measureSlo({ ...needs, store }, slo, now)
    await storeEvaluation(needs, slo, measured, now)
  } catch (err) {
    // The others are still evaluated, and this one in the next round.
    needs.log.error({ err, sloId: slo.id }, "slo: could not be evaluated")
  }
}
