import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { SettingError } from "./env.ts"
import type { Log } from "./log.ts"

const reportMs = 20_000
/** A process that has not reported for this long is gone. */
const goneSeconds = 60
const pollMs = 2000

type Process = { id: string; role: string; version: string }

/**
 * Reports this process and its version until it stops.
 *
 * @throws {SettingError} if processes of a version that does not fit still run; waits for those that were killed.
 */
export async function joinProcesses(
  pool: pg.Pool,
  own: Process,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  await requireFitting(pool, own, log)
  await report(pool, own)
  const timer = setInterval(() => {
    report(pool, own).catch((err: unknown) => log.debug({ err }, "could not report the version"))
  }, reportMs)
  return {
    async stop() {
      clearInterval(timer)
      await pool.query("delete from role_process where id = $1", [own.id])
    },
  }
}

async function requireFitting(pool: pg.Pool, own: Process, log: Log): Promise<void> {
  const polls = Math.ceil((goneSeconds * 1000) / pollMs) + 1
  for (let poll = 1; ; poll += 1) {
    const conflict = (await readOthers(pool, own.id)).find(
      ({ version }) => !canRunTogether(own.version, version),
    )
    if (conflict === undefined) return
    const words =
      `A process of Watchkeeper ${conflict.version} (${conflict.role}) runs on this database, and this is ` +
      `${own.version}. Versions run together if they are at most one minor version apart.`
    if (poll > polls) throw new SettingError(`${words} Stop the processes of one of them first.`)
    if (poll === 1) log.warn(`${words} Waiting until it stops.`)
    await sleep(pollMs)
  }
}

async function readOthers(pool: pg.Pool, id: string): Promise<Process[]> {
  const { rows } = await pool.query<Process>(
    `select id, role, version from role_process
      where id <> $1 and seen_at > now() - make_interval(secs => $2) order by seen_at desc`,
    [id, goneSeconds],
  )
  return rows
}

async function report(pool: pg.Pool, { id, role, version }: Process): Promise<void> {
  await pool.query(
    `with gone as (delete from role_process where seen_at < now() - interval '1 day')
     insert into role_process (id, role, version, seen_at) values ($1, $2, $3, now())
     on conflict (id) do update set seen_at = now(), version = $3`,
    [id, role, version],
  )
}

/** The same major version, and minor versions at most one apart: then a rolling upgrade is possible. */
export function canRunTogether(one: string, other: string): boolean {
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [one, other].map((version) =>
    version.split(".").map(Number),
  ) as [number[], number[]]
  return major === otherMajor && Math.abs(minor - otherMinor) <= 1
}
