import type pg from "pg"

/**
 * Rows of ingress_liveness: by the listener alone, which is enough for senders in our own networks; and by proof that
 * the outside reaches us.
 */
export const proofs = { listener: 1, outside: 2 } as const
export type ProofOf = keyof typeof proofs

/** Gaps in which most heartbeats fell silent together; a suspected one is none once anybody pings. */
const silence = { certain: 3, suspected: 4 }

/** Longest time between two proofs that is not a gap: they come every few seconds. */
export const patienceSeconds: Record<ProofOf, number> = { listener: 8, outside: 15 }

/** The longest interval of a heartbeat is a year. */
const keptDays = 400

export type Proof = {
  of: ProofOf
  /** Seconds since the proof. */
  age?: number
  /** Shorter after a start: the time since the last proof of the process before is a gap. */
  patience?: number
}

/**
 * Record that pings could be received a moment ago; the time since the last proof is a gap if it was long. Begin proofs
 * first.
 */
export async function recordProof(pool: pg.Pool, { of, age = 0, patience }: Proof): Promise<void> {
  await pool.query({
    name: "record-proof",
    text: `
      with before as materialized (
        select seen_at, now() - make_interval(secs => $2) as at from ingress_liveness where id = $1 for update),
      gone as (delete from ingress_gap where "until" < now() - interval '${keptDays} days'),
      gap as (
        insert into ingress_gap (liveness_id, "from", "until")
        select $1, seen_at, at from before where seen_at < at - make_interval(secs => $3)
        on conflict do nothing)
      update ingress_liveness l
         set since = case when before.seen_at < at - make_interval(secs => $3) then at else since end,
             seen_at = greatest(before.seen_at, at)
        from before where l.id = $1`,
    values: [proofs[of], age, patience ?? patienceSeconds[of]],
  })
}

export type ProofRead = {
  seenAt: Date
  gaps: { from: Date; until: Date }[]
}

/** A first start counts as proved, so that time before it is no gap. */
export async function beginProofs(pool: pg.Pool): Promise<void> {
  await pool.query({
    name: "begin-proofs",
    text: `insert into ingress_liveness (id, since, seen_at) select id, now(), now() from unnest($1::int[]) as row (id)
           on conflict do nothing`,
    values: [Object.values(proofs)],
  })
}

/** What was proved, by kind of proof; nothing of a kind that was never recorded. */
export async function readProofs(pool: pg.Pool): Promise<Partial<Record<ProofOf, ProofRead>>> {
  const { rows } = await pool.query<{ id: number; seenAt: Date; gaps: [string, string][] }>({
    name: "read-proofs",
    text: `
      select l.id, l.seen_at as "seenAt", coalesce(
               (select json_agg(json_build_array(g."from", g."until") order by g."from")
                  from ingress_gap g
                 where g.liveness_id in (l.id, ${silence.certain})
                    or (g.liveness_id = ${silence.suspected} and g."until" > now()
                        and not exists (select from monitor_state s where s.last_ping_at > g."from"))
               ), '[]') as gaps
        from ingress_liveness l`,
  })
  const found = new Map(rows.map(({ id, ...row }) => [id, row]))
  return Object.fromEntries(
    Object.entries(proofs).flatMap(([of, id]) => {
      const row = found.get(id)
      if (row === undefined) return []
      const gaps = row.gaps.map(([from, until]) => ({
        from: new Date(from),
        until: new Date(until),
      }))
      return [[of, { seenAt: row.seenAt, gaps }]]
    }),
  )
}

/** When a prober last proved its own network; null if none is running. An older version does not say. */
export async function readEgressAge(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ age: number | null }>({
    name: "egress-age",
    text: `
      select extract(epoch from now() - max(
               case when weight is null then seen_at else greatest(ipv4_proved_at, ipv6_proved_at) end))::float8 as age
        from prober`,
  })
  return rows[0]?.age ?? null
}

/** The least number of silent heartbeats, and of networks they ping from, that is not an outage of theirs. */
const least = { heartbeats: 3, networks: 2 }
/** Heartbeats that are due soon are waited for before the first is reported as missed. */
const waitSeconds = 120
/** Until the silence is looked at again. */
const extraSeconds = 30

/**
 * Record time since the last ping of anybody as a gap if most heartbeats fell silent in it: at least three, from two
 * networks, were due since. Then our own ingress is more likely dead than their jobs. As soon as one is missing, those
 * that are due soon count too, until anybody pings.
 *
 * @returns whether it did.
 */
export async function suspectIngress(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "suspect-ingress",
    text: `
      with job as (
        select m.id, s.last_ping_at, s.last_ping_at + make_interval(mins => m.heartbeat_interval_minutes) as due_at,
               make_interval(mins => m.heartbeat_grace_minutes) as grace
          from monitor m join monitor_state s on s.monitor_id = m.id
         where m.heartbeat_interval_minutes is not null and m.deleted_at is null and m.paused_at is null
           and s.last_ping_at >= m.watched_since),
      last as (select max(last_ping_at) as at from job),
      silent as (
        select job.due_at <= now() as is_due, job.due_at + job.grace <= now() as is_missing, ping.network
          from job cross join last cross join lateral (
          select case when source_ip like '%:%' then array_to_string((string_to_array(source_ip, ':'))[1:3], ':')
                      else regexp_replace(source_ip, '\\.\\d+$', '') end as network
            from heartbeat_ping p where p.monitor_id = job.id order by p.at desc limit 1) ping
         where job.due_at > last.at and job.due_at <= now() + make_interval(secs => ${waitSeconds})),
      counts as (
        select count(*) as jobs, count(distinct network) as networks, bool_or(is_missing) as is_any_missing,
               count(*) filter (where is_due) as due_jobs, count(distinct network) filter (where is_due) as due_networks
          from silent)
      insert into ingress_gap (liveness_id, "from", "until")
      select case when is_certain then ${silence.certain} else ${silence.suspected} end,
             last.at, now() + make_interval(secs => ${extraSeconds})
        from last, (
          select *, due_jobs >= ${least.heartbeats} and due_networks >= ${least.networks} as is_certain from counts) found
       where is_any_missing and jobs >= ${least.heartbeats} and networks >= ${least.networks}
      on conflict (liveness_id, "from") do update set "until" = excluded."until"`,
  })
  return rowCount !== null && rowCount > 0
}
