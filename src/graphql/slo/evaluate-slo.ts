import type { Finding } from "../../findings/finding.ts"
import type { Prisma } from "../../platform/postgres.ts"
import type { Services } from "../../platform/services.ts"
import type { BurnSpeed, SloStatus } from "../../../prisma/generated/enums.ts"
import { sloSilences } from "../on-call/escalation/rules/slo-silences.ts"
import { transact, type Transaction } from "../kernel/transaction.ts"
import { leastRequests, type Measured, type MeasuredSlo } from "./measure-slo.ts"
import { windowStart } from "./read-monitor-counts.ts"
import { budgetOf, burnRate, exhaustedInMs, nothing, seenOf, type Counts } from "./rules/budget.ts"
import type { Rates } from "./rules/judge-burn.ts"
import { settleBurns } from "./settle-burns.ts"
import { readFigures, type SloFigures } from "./slo-figures.ts"
import { storeHours } from "./service-hours.ts"

/** Sorts an SLO without data after all others; a share is at most 1. */
const withoutData = 2

/**
 * Stores what was measured and raises or resolves alerts, in one transaction under the lock of the SLO. An evaluation
 * that is older than the stored one, or of other settings, changes nothing, so that two workers page once.
 *
 * @returns false if it was not stored.
 */
export function storeEvaluation(
  services: Pick<Services, "database" | "bus">,
  slo: MeasuredSlo,
  measured: Measured,
  now: Date,
): Promise<boolean> {
  return transact(services, async (tx) => {
    if (!(await lockSlo(tx, slo, now))) return false
    if ("skipped" in measured) return storeSkipped(tx, slo, measured.skipped)
    const figures = figuresOf(slo, measured)
    if (measured.hours !== null) {
      await storeHours(tx, slo.id, measured.hours, windowStart(measured.until, slo.windowDays))
    }
    const isSilent = await readSilent(tx, slo.id)
    const firing = await settleBurns(tx, slo, figures, { now, isSilent })
    await store(tx, slo, {
      figures,
      status: statusOf(figures, firing),
      budgetLeft: figures.remainingShare ?? withoutData,
      evaluatedAt: now,
      ...(measured.hours && {
        hoursFrom: measured.hours.hoursFrom,
        hoursUntil: measured.hours.hoursUntil,
        // The rest of the past is read at once.
        ...(measured.hours.isComplete ? {} : { dueAt: now }),
      }),
    })
    return true
  })
}

/** Settings that change set `updatedAt`. */
async function lockSlo({ db }: Transaction, slo: MeasuredSlo, now: Date): Promise<boolean> {
  const locked = await db.$queryRaw<unknown[]>`
    select id from slo
     where id = ${slo.id}::uuid and updated_at = ${slo.updatedAt}::timestamptz
       and (evaluated_at is null or evaluated_at < ${now}::timestamptz) for update`
  return locked.length > 0
}

async function store(
  tx: Transaction,
  { id, projectId, updatedAt }: MeasuredSlo,
  data: Prisma.SloUncheckedUpdateInput,
): Promise<void> {
  await tx.db.slo.update({ where: { id }, data: { ...data, updatedAt } })
  tx.publish("slo.changed", { projectId, sloId: id })
}

/** Keeps the last figures: what is not known changes nothing. */
async function storeSkipped(tx: Transaction, slo: MeasuredSlo, skipped: Finding): Promise<boolean> {
  const unknown = { short: null, long: null }
  const before = readFigures(slo.figures) ?? {
    ...nothing,
    excluded: 0,
    remainingShare: null,
    currentRate: null,
    exhaustedInMs: null,
    isComplete: false,
  }
  await store(tx, slo, { figures: { ...before, fast: unknown, slow: unknown, skipped } })
  return true
}

async function readSilent({ db }: Transaction, sloId: string): Promise<boolean> {
  const rows = await db.$queryRawUnsafe<unknown[]>(
    `select until from (${sloSilences("$1::uuid")}) silence (until) where until > now()`,
    sloId,
  )
  return rows.length > 0
}

type Counted = Extract<Measured, { windows: Counts[] }>

function figuresOf(slo: MeasuredSlo, { windows, whole, hours }: Counted): SloFigures {
  const { targetPercent, windowDays, indicator } = slo
  const least = indicator === "service" ? leastRequests : 1
  const rate = (at: number, enough = 1) => burnRate(windows[at] ?? nothing, targetPercent, enough)
  const fast: Rates = { short: rate(0), long: rate(1, least) }
  const slow: Rates = { short: rate(2), long: rate(3, least) }
  const budget = budgetOf(whole, targetPercent)
  const isFast = [fast.short, fast.long].every(
    (one) => one !== null && one > (slo.fastFactor ?? Infinity),
  )
  const currentRate = isFast ? fast.long : slow.long
  return {
    ...whole,
    excluded: whole.excluded ?? 0,
    remainingShare: budget?.remainingShare ?? null,
    fast,
    slow,
    currentRate,
    exhaustedInMs: budget && exhaustedInMs(budget, currentRate, windowDays),
    skipped: null,
    isComplete: hours?.isComplete ?? true,
  }
}

function statusOf(figures: SloFigures, firing: ReadonlySet<BurnSpeed>): SloStatus {
  if (firing.size > 0) return "burning"
  if (seenOf(figures) === 0 || figures.remainingShare === null) return "no_data"
  return figures.remainingShare <= 0 ? "exhausted" : "healthy"
}
