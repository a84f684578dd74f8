import { randomBytes } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { startRedis, type TestRedis } from "../support/redis.ts"
import { cloneDatabase } from "../support/world.ts"
import { requestCheck, settingsFor, statusChanged, tellOutage, type StatusEvent } from "./outage.ts"
import { startProgram, type Program } from "./program.ts"
import { ask, overEvents } from "./stream.ts"
import { openTargets, type Targets } from "./targets.ts"

/** Redis dies during a subscription: the change still arrives, a little later. */
async function withoutRedis(
  { source, projectId, ids }: Awaited<ReturnType<typeof tellOutage>>,
  redis: TestRedis,
  targets: Targets,
): Promise<void> {
  const events = overEvents<StatusEvent>(source, { query: statusChanged, variables: { projectId } })
  try {
    const id = ids.get("http") ?? ""
    const isOffline = ({ monitorStatusChanged: { monitor, to } }: StatusEvent) =>
      monitor.id === id && to === "OFFLINE"
    await events.heard.until(({ monitorStatusChanged: { monitor } }) => monitor.id === id)
    await redis.kill()
    targets.web.break()
    await ask(source, { query: requestCheck, variables: { id } })
    await events.heard.until(isOffline)
  } finally {
    events.close()
  }
}

test("with Redis and one process per role: six targets fail and recover, live and stored", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-story-"))
  const targets = await openTargets()
  const redis = await startRedis()
  const database = await cloneDatabase()
  const authorityFile = join(folder, "authority.pem")
  await writeFile(authorityFile, targets.tls.authority)
  const settings = {
    ...settingsFor(targets, authorityFile),
    PORT: "0",
    DATABASE_URL: database.connectionString,
    REDIS_URL: redis.url,
    SECRET_KEY: randomBytes(32).toString("base64"),
  }
  const programs: Program[] = []
  try {
    for (const role of ["api", "probe", "notify"]) {
      const own = { ...settings, DATA_DIR: join(folder, role) }
      programs.push(await startProgram(own, [role]))
    }
    const address = programs.find((program) => program.address !== null)?.address
    if (address === undefined || address === null) throw new Error("the api role gave no address")
    const own = { ...settings, BASE_URL: address, DATA_DIR: join(folder, "api") }
    const received = await tellOutage(address, own, targets, database.connectionString, {
      isPatient: false,
    })
    await withoutRedis(received, redis, targets)
  } catch (error) {
    const logs = programs.map((program) => program.log()).join("\n")
    throw new Error(`the programs said:\n${logs}`, { cause: error })
  } finally {
    const ends = await Promise.all(programs.map((program) => program.stop()))
    for (const end of ends) expect(end).toEqual({ code: 0, signal: null })
    await database.drop()
    await redis.stop()
    targets.close()
    await rm(folder, { recursive: true, force: true })
  }
})
