import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, vi } from "vitest"
import { readEnv } from "../../../src/platform/env.ts"
import { contextFor } from "../../../src/graphql/kernel/context.ts"
import { requestCheck } from "../../../src/graphql/monitoring/monitor/state/request-check.ts"
import { createProject } from "../../../src/graphql/workspace/project/create-project.ts"
import { newId } from "../../../src/platform/id.ts"
import type { Prisma } from "../../../src/platform/postgres.ts"
import { openServices } from "../../../src/platform/services.ts"
import { cloneDatabase } from "../../support/world.ts"
import { rolesOf, startProgram, type Program } from "../program.ts"
import { patience } from "../../support/patience.ts"

/** A monitor's history in the database. */
export type Story = {
  /** All confirmed statuses, without those for inconclusive checks. */
  statuses: string[]
  /** Whether the monitor is currently inconclusive. */
  isUnknown: boolean
  incidents: number
}
export type Watched = { id: string; seq: number }
export type Check = { at: Date; status: string; class: string | null; durationMs: number }
type Members = Omit<Partial<Prisma.MonitorUncheckedCreateInput>, "id" | "state">
type Started = { wrapper?: string[]; environment?: Record<string, string> }

/** How often monitors are checked, much more often than users can configure. */
export const intervalMs = 5000

/** A new database, or the named one, with the real program; removed with `bin`. */
export async function openHouse(
  bin: AsyncDisposableStack,
  own: Record<string, string> & { EGRESS_ANCHORS: string; DATABASE_URL?: string },
) {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-fault-"))
  bin.defer(() => rm(folder, { recursive: true, force: true }))
  const clone = own.DATABASE_URL === undefined ? await cloneDatabase() : null
  if (clone !== null) bin.defer(() => clone.drop())
  const settings = {
    DATABASE_URL: clone?.connectionString ?? "",
    DATABASE_POOL: "3",
    REACHABLE_RANGES: "127.0.0.0/8",
    SECRET_KEY: randomBytes(32).toString("base64"),
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "error",
    ...own,
  }
  const silent = readEnv({ ...settings, LOG_LEVEL: "silent" })
  const services = await openServices(silent, settings.DATABASE_URL, "test")
  bin.defer(() => services.close())
  const system = contextFor(services, { kind: "system", name: "test" })
  const project = await createProject(system, { name: "Faults", plan: "pro" })
  const { prisma, pool } = services.database

  const house = {
    connectionString: settings.DATABASE_URL,
    services,
    system,
    projectId: project.id,
    /** The program with some of its roles. */
    async start(roles: string[], { wrapper, environment }: Started = {}): Promise<Program> {
      const program = await startProgram({ ...settings, ...environment }, roles, wrapper)
      bin.defer(async () => {
        await program.stop()
      })
      return program
    },
    /** A monitor that is checked every five seconds and goes down at its first confirmed failure. */
    watch: (url: string, members: Members = {}): Promise<Watched> =>
      prisma.monitor.create({
        data: {
          id: newId(),
          projectId: project.id,
          name: url,
          kind: "http",
          url,
          intervalSeconds: intervalMs / 1000,
          timeoutSeconds: 3,
          failureThreshold: 1,
          ...members,
          state: { create: {} },
        },
        select: { id: true, seq: true },
      }),
    request: ({ id }: Watched) => requestCheck(system, id),
    async story({ id }: Watched): Promise<Story> {
      const { rows } = await pool.query<{ shown: string[]; incidents: number }>(
        `select coalesce((select array_agg("to"::text order by decided_at, id) from status_change
                           where monitor_id = $1), '{}') as shown,
                (select count(*)::int from incident where monitor_id = $1) as incidents`,
        [id],
      )
      const { shown, incidents } = rows[0] ?? { shown: [], incidents: 0 }
      const known = shown.filter((status) => status !== "unknown")
      return {
        statuses: known.filter((status, index) => status !== known[index - 1]),
        isUnknown: shown.at(-1) === "unknown",
        incidents,
      }
    },
    /** Waits until the history has reached this point; fails as soon as it deviates. */
    async reads(watched: Watched, statuses: string[], incidents = 0): Promise<void> {
      const wanted: Story = { statuses, isUnknown: false, incidents }
      await vi.waitFor(async () => expect(await house.story(watched)).toEqual(wanted), patience)
    },
    /** Waits until the monitor is inconclusive. */
    async readsUnknown(watched: Watched): Promise<void> {
      const isUnknown = async () => (await house.story(watched)).isUnknown
      await vi.waitFor(async () => expect(await isUnknown()).toBe(true), patience)
    },
    async checks({ seq }: Watched): Promise<Check[]> {
      const { rows } = await pool.query<Check>(
        `select started_at as at, status::text, failure_class as class, duration_ms as "durationMs"
           from check_result where monitor_seq = $1 order by started_at`,
        [seq],
      )
      return rows
    },
    /** Counts all rows about a monitor's outages. */
    async ledger({ id }: Watched) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select (select count(*)::int from incident where monitor_id = $1) as incidents,
                (select count(*)::int from alert where monitor_id = $1) as alerts,
                (select count(*)::int from incident i join state s on s.id = i.state_id
                  where i.monitor_id = $1 and s.name <> 'resolved') as open,
                (select count(*)::int from status_change where monitor_id = $1) -
                (select count(*)::int from delivery
                  where event = 'monitor.status_changed' and subject_id = $1) as untold,
                (select json_object_agg(decision, count) from
                  (select decision::text, count(*)::int from verdict
                    where monitor_id = $1 and decision <> 'status_only' group by 1) v
                ) as verdicts`,
        [id],
      )
      return rows[0]
    },
    async now(): Promise<Date> {
      const { rows } = await pool.query<{ now: Date }>("select now()")
      return rows[0]?.now ?? new Date(Number.NaN)
    },
  }
  return house
}

export type House = Awaited<ReturnType<typeof openHouse>>

/** The process id of a role, once it runs. */
export const roleOf = (program: Program, role: string): Promise<number> =>
  vi.waitFor(async () => {
    const pid = (await rolesOf(program)).get(role)
    if (pid === undefined) throw new Error(`${role} does not run:\n${program.log()}`)
    return pid
  }, patience)
