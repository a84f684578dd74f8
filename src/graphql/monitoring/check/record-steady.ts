import { z } from "zod"
import { isHistoryPaused } from "../../../platform/resources/shortage.ts"
import type { Services } from "../../../platform/services.ts"
import { nudgesOf } from "./announce-recorded.ts"
import type { CheckResult } from "./rules/check-result.ts"
import { overdueAfterSql } from "./rules/gap.ts"
import { settledSql } from "./rules/settled.ts"
import { columnsOf, givenSql, insertSql, startedSql, textArray } from "./store-checks.ts"

/**
 * Store the good checks of settled monitors in one statement, which changes only the time and the duration of each
 * monitor's last check. Of all other monitors nothing is stored.
 *
 * @returns the checks of those monitors, for a transaction that may change something.
 */
export async function recordSteady(
  { database, bus }: Pick<Services, "database" | "bus">,
  results: CheckResult[],
): Promise<CheckResult[]> {
  const doubtful = doubtfulIn(results)
  const good = results.filter(({ monitorSeq }) => !doubtful.has(monitorSeq))
  if (good.length === 0) return results
  const others = await storeSteady(database, good)
  if (others === null) return results
  const left = new Set([...doubtful, ...others])
  const isLeft = ({ monitorSeq }: CheckResult) => left.has(monitorSeq)
  await bus.publish(nudgesOf(left.size === 0 ? good : good.filter((result) => !isLeft(result))))
  return left.size === 0 ? [] : results.filter(isLeft)
}

const duplicate = z.object({ code: z.literal("23505") })

/**
 * A check after its monitor's last one is not stored yet, unless a clock was set back: looking for it would cost a
 * seventh of the work.
 *
 * @returns the monitors that are not settled; null if a check was already stored, so nothing was.
 */
async function storeSteady(
  { pool }: Services["database"],
  good: CheckResult[],
): Promise<number[] | null> {
  try {
    const { rows } = await pool.query<{ seq: number }>({
      ...(isHistoryPaused()
        ? { name: "record-steady-states", text: statement(false) }
        : { name: "record-steady", text: usualStatement }),
      values: [
        ...columnsOf(good, new Map()),
        textArray(good.map(({ certificate }) => certificate?.fingerprint256 ?? null)),
        textArray(good.map(({ isUnbroken }) => (isUnbroken === true ? "true" : null))),
      ],
    })
    return rows.map(({ seq }) => seq)
  } catch (error) {
    if (duplicate.safeParse(error).success) return null
    throw error
  }
}

/** Monitors with a result that may need a decision, or with several results: a statement updates a row once. */
function doubtfulIn(results: CheckResult[]): Set<number> {
  const doubtful = new Set<number>()
  const seen = new Set<number>()
  for (const { monitorSeq, status, findings, evidence, requestedAt } of results) {
    const mayBeSteady = status === "operational" && findings.length === 0 && evidence === null
    if (!mayBeSteady || requestedAt !== null || seen.has(monitorSeq)) doubtful.add(monitorSeq)
    seen.add(monitorSeq)
  }
  return doubtful
}

/**
 * A state that somebody else holds is skipped, as a pause or new settings may follow, and so is one that changed after
 * the statement began: its place is then another. Certificates that are new, or were not seen for a day, are stored
 * elsewhere.
 */
const statement = (isStored: boolean) => `
  with given as materialized (
    select *, ${startedSql} as started_at,
           case when fingerprint is not null then (
             select c.id from certificate c
              where c.fingerprint = row.fingerprint and c.seen_at >= now() - interval '1 day') end as known_certificate
      from (select ${givenSql}, unnest($21::text::text[]) as fingerprint,
                   unnest($22::text::bool[]) as is_unbroken) row),
  held as materialized (
    select given.seq, started_at, duration, s.ctid as place
      from given
      join monitor m on m.seq = given.seq
      join monitor_state s on s.monitor_id = m.id
     where m.deleted_at is null and m.paused_at is null
       and ${settledSql} and s.last_status = 'operational' and s.last_reason is null and s.last_findings is null
       and s.last_check_at < started_at
       and (is_unbroken or started_at <= greatest(s.last_check_at, m.updated_at, m.watched_since) + ${overdueAfterSql})
       and (fingerprint is null or known_certificate is not null)
       for no key update of s skip locked),
  steady as (
    update monitor_state s
       set last_check_at = held.started_at, last_duration_ms = held.duration
      from held
     where s.ctid = held.place
    returning held.seq)
  ${isStored ? storedSql : parametersSql}
  select seq from given where not exists (select from steady where steady.seq = given.seq)`

const storedSql = `,
  touched as (
    insert into rollup_touch (monitor_seqs, "from", "to")
    select $1::text::int[], $18::timestamptz, $19::timestamptz where exists (select from steady)),
  stored as (${insertSql("given join steady using (seq)", "known_certificate")})`

/** The same parameters, of which these two are not used while history is paused. */
const parametersSql = ", unused as (select $18::timestamptz, $19::timestamptz)"

const usualStatement = statement(true)
