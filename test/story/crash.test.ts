import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { z } from "zod"
import { startEmbedded } from "../../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../../src/platform/env.ts"
import { createLog } from "../../src/platform/log.ts"
import { connect, type Database } from "../../src/platform/postgres.ts"
import { isAlive } from "../../src/platform/process-lock.ts"
import { command, rolesOf, startProgram, type Program } from "./program.ts"
import { ask } from "./stream.ts"
import { openTargets } from "./targets.ts"
import { patience } from "../support/patience.ts"

const monitors = 8
const requestCheck = "mutation ($id: ID!) { requestCheck(id: $id) { id } }"

/** Kills a role with SIGKILL once it runs. */
async function kill(program: Program, role: string): Promise<void> {
  const pid = await vi.waitFor(async () => {
    const found = (await rolesOf(program)).get(role)
    if (found === undefined) throw new Error(`${role} does not run`)
    return found
  }, patience)
  process.kill(pid, "SIGKILL")
}

/** Number of incidents and alerts by state. */
async function states({ pool }: Database): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ what: string; count: number }>(
    `select 'incident ' || s.name as what, count(*)::int from incident i join state s on s.id = i.state_id group by 1
     union all
     select 'alert ' || s.name, count(*)::int from alert a join state s on s.id = a.state_id group by 1`,
  )
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
}

test("roles killed at random points: every outage is declared once, resolved once and nothing is lost", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-crash-"))
  const targets = await openTargets()
  const settings = {
    REACHABLE_RANGES: "127.0.0.0/8",
    EGRESS_ANCHORS: targets.anchor,
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
    DATA_DIR: join(folder, "data"),
    PORT: "0",
  }
  let program = await startProgram(settings)
  const joined = await startEmbedded(
    readEnv({ DATA_DIR: settings.DATA_DIR }),
    createLog("silent", "t"),
  )
  const database = connect(joined.connectionString, 2)
  try {
    const named = z.object({ id: z.uuid() })
    const project = await command(settings, ["project", "create", "--name", "Crash"], named)
    const keyArgs = ["--project", project.id, "--class", "public", "--scopes", "all"]
    const { key } = await command(
      settings,
      ["key", "create", ...keyArgs],
      z.object({ key: z.string() }),
    )
    const source = () => ({ address: program.address ?? "", key })
    const create = `mutation ($projectId: ID!, $input: MonitorInput!) {
      createMonitor(projectId: $projectId, kind: HTTP, input: $input) { id }
    }`
    const url = `http://127.0.0.1:${targets.web.port}/`
    const ids: string[] = []
    for (let index = 0; index < monitors; index++) {
      const input = { name: `Page ${index}`, url, failureThreshold: 1 }
      const variables = { projectId: project.id, input }
      const { createMonitor } = await ask<{ createMonitor: { id: string } }>(source(), {
        query: create,
        variables,
      })
      ids.push(createMonitor.id)
    }
    /** Repeated until a role handles it. */
    const askAll = () =>
      Promise.all(
        ids.map((id) =>
          vi.waitFor(() => ask(source(), { query: requestCheck, variables: { id } }), patience),
        ),
      )
    const allAre = (expected: Record<string, number>) =>
      vi.waitFor(async () => expect(await states(database)).toEqual(expected), patience)
    const down = { "incident identified": monitors, "alert triggered": monitors }
    const well = { "incident resolved": monitors, "alert resolved": monitors }

    targets.web.break()
    await askAll()
    await kill(program, "probe")
    await allAre(down)

    targets.web.mend()
    await askAll()
    await Promise.all([kill(program, "api"), kill(program, "notify"), kill(program, "probe")])
    await allAre(well)

    // All processes die at once: no role may outlive its supervisor.
    const roles = await rolesOf(program)
    program.process.kill("SIGKILL")
    await vi.waitFor(() => {
      for (const pid of roles.values()) expect(isAlive(pid)).toBe(false)
    }, patience)
    program = await startProgram(settings)
    await askAll()
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(
        "select 1 from monitor where check_requested_at is not null",
      )
      expect(rows).toEqual([])
    }, patience)
    await allAre(well)
    const { rows } = await database.pool.query(
      `select event, count(*)::int as count from delivery
        where event ~ '^(incident|alert)' and event <> 'alert.unreached' group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { event: "alert.created", count: monitors },
      { event: "alert.resolved", count: monitors },
      { event: "incident.created", count: monitors },
      { event: "incident.resolved", count: monitors },
    ])
  } catch (error) {
    throw new Error(`the program said:\n${program.log()}`, { cause: error })
  } finally {
    await database.end()
    await joined.stop()
    await program.stop()
    targets.close()
    await rm(folder, { recursive: true, force: true })
  }
})
