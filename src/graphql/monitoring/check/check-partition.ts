import type pg from "pg"

const tables = ["check_result", "check_evidence"] as const
const daysAhead = 7
const dayMs = 86_400_000
/** Only one process at a time creates partitions. */
const partitionLock = 7_210_042
/**
 * Lock timeout. Queries queue behind a waiting lock request, so a table that a backup reads must not be waited for
 * longer.
 */
const patience = "2s"

/**
 * Creates daily partitions (UTC) from yesterday to a week ahead. Can run at any time, repeatedly or late: rows in
 * the default partition are moved to their day. Tables in use are left for the next run.
 */
export const ensureCheckPartitions = (pool: pg.Pool): Promise<void> =>
  onConnection(pool, async (client) => {
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
        if (!(await alone(client, () => createPartition(client, table, name, from)))) return
      }
    }
  })

/** Drops daily partitions that end at `keptFrom` or earlier; returns their names. */
export const dropCheckPartitions = (pool: pg.Pool, keptFrom: Date): Promise<string[]> =>
  onConnection(pool, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
        where relname ~ '^check_(result|evidence)_p[0-9]{8}$' and relkind = 'r'
          and to_date(right(relname, 8), 'YYYYMMDD') + 1 <= ($1::timestamptz at time zone 'UTC')
        order by right(relname, 8), relname`,
      [keptFrom.toISOString()],
    )
    const dropped: string[] = []
    for (const { name } of rows) {
      if (!(await alone(client, () => client.query(`drop table if exists ${name}`)))) break
      dropped.push(name)
    }
    return dropped
  })

async function onConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Runs `work` in a transaction that only one process at a time is in. False if the lock timeout was exceeded. */
async function alone(client: pg.PoolClient, work: () => Promise<unknown>): Promise<boolean> {
  await client.query(`begin; set local lock_timeout = '${patience}'`)
  try {
    await client.query("select pg_advisory_xact_lock($1)", [partitionLock])
    await work()
    await client.query("commit")
    return true
  } catch (error) {
    await client.query("rollback")
    if (isLockTimeout(error)) return false
    throw error
  }
}

/** lock_not_available */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "55P03"

/**
 * Creates the table separately and then attaches it, so that readers and writers of other days are not blocked and
 * no deadlock with a reader of all days is possible.
 */
async function createPartition(
  client: pg.PoolClient,
  table: (typeof tables)[number],
  name: string,
  from: Date,
): Promise<void> {
  const { rows } = await client.query<{ known: string | null }>(
    "select to_regclass($1)::text as known",
    [name],
  )
  // Another process created it meanwhile.
  if (rows[0]?.known) return
  const bounds = [from.toISOString(), new Date(from.getTime() + dayMs).toISOString()] as const
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
}
