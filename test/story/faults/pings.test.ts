import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { expect, test, vi } from "vitest"
import { z } from "zod"
import { startEmbedded } from "../../../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../../../src/platform/env.ts"
import { createLog } from "../../../src/platform/log.ts"
import { connect } from "../../../src/platform/postgres.ts"
import { command, rolesOf, startProgram } from "../program.ts"
import { patience } from "../../support/patience.ts"

const jobs = 60
const kills = 3
/** Pings of each job before the role is killed. */
const callsEach = 12

test("a ping that was answered is stored, however often the api role is killed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-pings-"))
  const dataDir = join(folder, "data")
  const settings = { DATA_DIR: dataDir, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "error" }
  const program = await startProgram(settings, ["api"])
  const embedded = await startEmbedded(readEnv({ DATA_DIR: dataDir }), createLog("silent", "t"))
  const database = connect(embedded.connectionString, 2)
  try {
    const named = z.object({ id: z.uuid() })
    const project = await command(settings, ["project", "create", "--name", "Pings"], named)
    const secrets = Array.from({ length: jobs }, () => randomBytes(32).toString("base64url"))
    await database.pool.query(
      `with made as (
         insert into monitor (id, project_id, name, kind, heartbeat_interval_minutes, heartbeat_hash, updated_at)
         select gen_random_uuid(), $1, 'Job ' || n, 'heartbeat', 60, sha256(secret::bytea), now()
           from unnest($2::text[]) with ordinality as job (secret, n) returning id)
       insert into monitor_state (monitor_id) select id from made`,
      [project.id, secrets],
    )
    const answered: string[] = []
    let lost = 0

    /** Sends pings until the connection breaks; counts responses with 200. */
    async function call(secret: string, round: number): Promise<void> {
      for (let n = 0; n < callsEach; n += 1) {
        const body = `${secret} ${round} ${n}`
        try {
          const url = `${program.address}/ping/${secret}`
          const response = await fetch(url, { method: "POST", body })
          if (response.status === 200) answered.push(body)
          else lost += 1
        } catch {
          // No response is expected after the kill.
          lost += 1
        }
      }
    }

    for (let round = 0; round < kills; round += 1) {
      await vi.waitFor(async () => {
        const { status } = await fetch(`${program.address}/ping/${"A".repeat(43)}`)
        expect(status).toBe(404)
      }, patience)
      const before = answered.length
      const calls = Promise.all(secrets.map((secret) => call(secret, round)))
      // Killed while responses are arriving.
      while (answered.length < before + jobs * 2) await wait(1)
      const pid = (await rolesOf(program)).get("api")
      if (pid === undefined) throw new Error("the role does not run")
      process.kill(pid, "SIGKILL")
      await calls
    }
    const { rows } = await database.pool.query<{ body: string }>("select body from heartbeat_ping")
    const stored = new Set(rows.map(({ body }) => body))
    expect(answered.filter((body) => !stored.has(body))).toEqual([])
    expect(answered.length).toBeGreaterThan(kills * jobs)
    expect(lost).toBeGreaterThan(0)
  } finally {
    await program.stop()
    await database.end()
    await embedded.stop()
    await rm(folder, { recursive: true })
  }
})
