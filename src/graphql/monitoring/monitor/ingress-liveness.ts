import type pg from "pg"

/** Without a report for this long, pings cannot be received; restarting a role takes much less. */
const mostSilenceSeconds = 15

/** Records that pings can be received; call it every few seconds while they can. */
export async function recordIngressAlive(pool: pg.Pool): Promise<void> {
  await pool.query({
    name: "tell-listening",
    text: `
      insert into ingress_liveness as l (id, since, seen_at) values (1, now(), now())
      on conflict (id) do update
         set since = case when l.seen_at < now() - make_interval(secs => $1) then now() else l.since end,
             seen_at = now()`,
    values: [mostSilenceSeconds],
  })
}

/** Since when pings could be received without a break; now if they cannot be, null if they never could. */
export async function ingressAliveSince(pool: pg.Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ since: Date }>({
    name: "pings-heard-since",
    text: `
      select case when seen_at < now() - make_interval(secs => $1) then now() else since end as since
        from ingress_liveness`,
    values: [mostSilenceSeconds],
  })
  return rows[0]?.since ?? null
}
