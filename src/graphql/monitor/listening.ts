import type pg from "pg"

/** Without a word for so long nobody takes pings: a role that is started again at once is back much sooner. */
const mostSilenceSeconds = 15

/** Says that pings can arrive; whoever takes them does so every few seconds. */
export async function tellListening(pool: pg.Pool): Promise<void> {
  await pool.query({
    name: "tell-listening",
    text: `
      insert into ping_listening as l (id, since, heard_at) values (1, now(), now())
      on conflict (id) do update
         set since = case when l.heard_at < now() - make_interval(secs => $1) then now() else l.since end,
             heard_at = now()`,
    values: [mostSilenceSeconds],
  })
}

/** Since when pings could arrive without a break; now while nobody takes them, null where nobody ever did. */
export async function pingsHeardSince(pool: pg.Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ since: Date }>({
    name: "pings-heard-since",
    text: `
      select case when heard_at < now() - make_interval(secs => $1) then now() else since end as since
        from ping_listening`,
    values: [mostSilenceSeconds],
  })
  return rows[0]?.since ?? null
}
