import type pg from "pg"
import { createBatcher } from "../batch.ts"
import {
  refusedBy,
  windowMs,
  type Allowance,
  type Meter,
  type Reading,
  type SharedMeter,
} from "./meter.ts"

type Question = { projectId: string; allowance: Allowance }
type Row = { minuteUsed: number; minuteEndsInMs: number; monthUsed: number; nowMs: number }

/** The stored start is rounded to milliseconds, so it may be slightly in the future. */
const msLeft = `least(${windowMs}, ${windowMs} - extract(epoch from now() - window_started_at) * 1000)::float8`
const isOpen = `c.window_started_at > now() - interval '${windowMs} ms'`
/** From PostgreSQL's clock, so that a wrong local clock does not start a month. */
const thisMonth = "date_trunc('month', now() at time zone 'UTC')::date"
const monthUsed = `case when c.month = ${thisMonth} then c.month_used else 0 end`
const nowMs = `extract(epoch from now())::float8 * 1000 as "nowMs"`

/**
 * One statement for all projects that ask at the same moment, whose row locks make the counts exact; in the order of
 * ids, so that two processes cannot deadlock. A crash may lose the last moments.
 */
const countStatement = {
  name: "count-requests",
  text: `
    with quick as materialized (select set_config('synchronous_commit', 'off', true)),
    taken as (
      insert into request_count as c (project_id, month, month_used, window_started_at, window_used)
      select id, ${thisMonth}, 1, now(), 1 from quick, unnest($1::uuid[]) as row (id)
       where $2::int > 0 and $3::int > 0
       order by id
      on conflict (project_id) do update
         set month = ${thisMonth}, month_used = ${monthUsed} + 1,
             window_used = case when ${isOpen} then c.window_used + 1 else 1 end,
             window_started_at = case when ${isOpen} then c.window_started_at else now() end
       where ${monthUsed} < $3::int and not (${isOpen} and c.window_used >= $2::int)
      returning c.project_id, c.window_used, c.window_started_at, c.month_used)
    select project_id as "projectId", window_used as "minuteUsed", month_used as "monthUsed", ${nowMs},
           ${msLeft} as "minuteEndsInMs"
      from taken`,
}

const readStatement = {
  name: "read-request-count",
  text: `
    select ${monthUsed} as "monthUsed", ${nowMs},
           case when ${isOpen} then c.window_used else 0 end as "minuteUsed",
           case when ${isOpen} then ${msLeft} else ${windowMs} end as "minuteEndsInMs"
      from (select $1::uuid as project_id) asked left join request_count c using (project_id)`,
}

/** Adds to the counts of the open windows. */
const addStatement = {
  name: "add-request-counts",
  text: `
    with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into request_count as c (project_id, month, month_used, window_started_at, window_used)
    select id, ${thisMonth}, added, now(), added
      from quick, unnest($1::uuid[], $2::int[]) as row (id, added) join project using (id)
     order by id
    on conflict (project_id) do update
       set month_used = c.month_used + excluded.month_used,
           window_used = c.window_used + excluded.window_used`,
}

/** Counts each request in PostgreSQL, for all processes. */
export function createPostgresMeter(pool: pg.Pool): SharedMeter {
  const read: Meter["read"] = async (projectId, allowance) => {
    const [row] = (await pool.query<Row>({ ...readStatement, values: [projectId] })).rows
    if (row === undefined) throw new Error("the query must return a row")
    return readingOf(row, refusedBy(allowance, row.minuteUsed, row.monthUsed))
  }

  /** Null for a project that is at a limit. */
  const countTogether = createBatcher(async (asked: Question[]): Promise<Promise<Row | null>[]> => {
    const ofQuestion = new Map(
      roundsOf(asked).flatMap((round) => {
        const rows = countRound(round)
        return round.map((question) => [question, countedOf(rows, question)] as const)
      }),
    )
    await Promise.allSettled(ofQuestion.values())
    return asked.map((question) => ofQuestion.get(question) ?? Promise.resolve(null))
  })

  /** By itself if it failed together with others: one of them may be of a project that is deleted now. */
  async function countedOf(rows: Promise<Map<string, Row>>, question: Question) {
    const counted = await rows.catch(() => countRound([question]))
    return counted.get(question.projectId) ?? null
  }

  /** Of projects with the same limits, each once. */
  async function countRound(round: Question[]): Promise<Map<string, Row>> {
    const [first] = round
    if (first === undefined) return new Map()
    const { perMinute, perMonth } = first.allowance
    const projectIds = round.map(({ projectId }) => projectId)
    const { rows } = await pool.query<Row & { projectId: string }>({
      ...countStatement,
      values: [projectIds, perMinute, perMonth],
    })
    return new Map(rows.map(({ projectId, ...row }) => [projectId, row]))
  }

  return {
    read,
    async count(projectId, allowance): Promise<Reading> {
      for (;;) {
        const row = await countTogether({ projectId, allowance })
        if (row !== null) return readingOf(row, null)
        const reading = await read(projectId, allowance)
        // The window may have ended between the two statements; then the project is below the limit again.
        if (reading.refusedBy !== null) return reading
      }
    },
    async add(requests) {
      const values = [[...requests.keys()], [...requests.values()]]
      await pool.query({ ...addStatement, values })
    },
    close: () => Promise.resolve(),
  }
}

const readingOf = ({ nowMs, ...row }: Row, refused: Reading["refusedBy"]): Reading => ({
  ...row,
  refusedBy: refused,
  now: new Date(nowMs),
})

/** Groups of questions that one statement can count: of different projects with the same limits. */
function roundsOf(asked: Question[]): Question[][] {
  const rounds = new Map<string, Question[]>()
  const times = new Map<string, number>()
  for (const question of asked) {
    const { projectId, allowance } = question
    const time = times.get(projectId) ?? 0
    times.set(projectId, time + 1)
    const key = `${time} ${allowance.perMinute} ${allowance.perMonth}`
    rounds.set(key, [...(rounds.get(key) ?? []), question])
  }
  return [...rounds.values()]
}
