import type pg from "pg"

const tables = ["check_result", "check_evidence"] as const
const daysAhead = 7
const dayMs = 86_400_000
/** One process at a time makes partitions. */
const partitionLock = 7_210_042
/** Who asks for a table after us waits behind us: one that a backup reads is not waited for any longer. */
const patience = "2s"

/**
 * Makes the day partitions (UTC) from yesterday to a week ahead. Safe to run at any time, twice or late: rows that a
 * day's absence sent to the rest partition are moved home. What somebody else has at present is left for next time.
 */
export const ensureCheckPartitions = (pool: pg.Pool): Promise<void> =>
  alone(pool, async (client) => {
    const { rows } = await client.query<{ name: string; now: Date }>(
      "select relname as name, now() as now from pg_class where relname ~ '^check_.*_p[0-9]{8}$' union all select '', now()",
    )
    const existing = new Set(rows.map((row) => row.name))
    const today = Math.floor((rows[0]?.now ?? new Date()).getTime() / dayMs) * dayMs
    for (let day = -1; day <= daysAhead; day++) {
      const from = new Date(today + day * dayMs)
      for (const table of tables) {
        const name = `${table}_p${from.toISOString().slice(0, 10).replaceAll("-", "")}`
        if (existing.has(name)) continue
        if (!(await inPatience(() => createPartition(client, table, name, from)))) return
      }
    }
  })

/** Drops the day partitions that end at `keptFrom` or earlier; answers their names. */
export const dropCheckPartitions = (pool: pg.Pool, keptFrom: Date): Promise<string[]> =>
  alone(pool, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
        where relname ~ '^check_(result|evidence)_p[0-9]{8}$' and relkind = 'r'
          and to_date(right(relname, 8), 'YYYYMMDD') + 1 <= ($1::timestamptz at time zone 'UTC')
        order by right(relname, 8), relname`,
      [keptFrom.toISOString()],
    )
    const dropped: string[] = []
    for (const { name } of rows) {
      if (!(await inPatience(() => client.query(`drop table ${name}`)))) break
      dropped.push(name)
    }
    return dropped
  })

async function alone<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query("select pg_advisory_lock($1)", [partitionLock])
    await client.query(`set lock_timeout = '${patience}'`)
    return await work(client)
  } finally {
    // A connection that cannot give back lock and setting is closed; then PostgreSQL does.
    const isBroken = await client.query("reset lock_timeout; select pg_advisory_unlock_all()").then(
      () => false,
      () => true,
    )
    client.release(isBroken)
  }
}

/** False where somebody had a table for longer than we wait. */
async function inPatience(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

/** lock_not_available */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "55P03"

/**
 * Made beside the table and then attached: readers and writers of other days go on, and a reader of all days is
 * waited for without holding anything that it still needs.
 */
async function createPartition(
  client: pg.PoolClient,
  table: (typeof tables)[number],
  name: string,
  from: Date,
): Promise<void> {
  const bounds = [from.toISOString(), new Date(from.getTime() + dayMs).toISOString()] as const
  await client.query("begin")
  try {
    await client.query(`lock table ${table} in share update exclusive mode`)
    await client.query(`lock table ${table}_rest in access exclusive mode`)
    await client.query(`create table ${name} (like ${table} including all)`)
    await client.query(
      `with moved as (delete from ${table}_rest
                       where started_at >= '${bounds[0]}' and started_at < '${bounds[1]}' returning *)
       insert into ${name} select * from moved`,
    )
    await client.query(
      `alter table ${table} attach partition ${name} for values from ('${bounds[0]}') to ('${bounds[1]}')`,
    )
    await client.query("commit")
  } catch (error) {
    await client.query("rollback")
    throw error
  }
}
