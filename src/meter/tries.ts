import type pg from "pg"

const statement = {
  name: "count-try",
  text: `
    with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into pace as p (key, tries, ends_at)
    select $1, 1, now() + make_interval(secs => $2::float8 / 1000) from quick
    on conflict (key) do update
       set tries = case when p.ends_at > now() then least(p.tries, 1000000) + 1 else 1 end,
           ends_at = case when p.ends_at > now() then p.ends_at else excluded.ends_at end
    returning tries, greatest(1, extract(epoch from ends_at - now()) * 1000)::float8 as "leftMs"`,
}

/**
 * Counts a try in a window of fixed length that begins with its first, for all processes together; a crash may
 * forget the last instant of it.
 *
 * @returns how many milliseconds it has to wait; 0 for none.
 */
export async function countTry(
  pool: pg.Pool,
  key: Buffer,
  { tries, windowMs }: { tries: number; windowMs: number },
): Promise<number> {
  const { rows } = await pool.query<{ tries: number; leftMs: number }>({
    ...statement,
    values: [key, windowMs],
  })
  const counted = rows[0]
  return counted !== undefined && counted.tries > tries ? counted.leftMs : 0
}

/** Forgets windows that are over. */
export async function forgetTries(pool: pg.Pool): Promise<void> {
  await pool.query("delete from pace where ends_at <= now()")
}
