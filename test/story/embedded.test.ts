import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { findPostmaster } from "../../src/platform/embedded/cluster.ts"
import { startEmbedded } from "../../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../../src/platform/env.ts"
import { createLog } from "../../src/platform/log.ts"
import { settingsFor, tellOutage } from "./outage.ts"
import { startProgram } from "./program.ts"
import { openTargets, type Targets } from "./targets.ts"

const held: { folder?: string; targets?: Targets } = {}
beforeAll(async () => {
  held.folder = await mkdtemp(join(tmpdir(), "watchkeeper-story-"))
  held.targets = await openTargets()
})
afterAll(async () => {
  held.targets?.close()
  if (held.folder !== undefined) await rm(held.folder, { recursive: true, force: true })
})

test("on a bare machine: six targets fail and recover, live and stored, and a stop loses nothing", async () => {
  const { folder, targets } = held
  if (folder === undefined || targets === undefined) throw new Error("not set up")
  const authorityFile = join(folder, "authority.pem")
  await writeFile(authorityFile, targets.tls.authority)
  const settings = {
    ...settingsFor(targets, authorityFile),
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    DATABASE_URL: "",
    REDIS_URL: "",
  }
  const program = await startProgram(settings)
  try {
    const { address } = program
    if (address === null) throw new Error("the api role gave no address")
    // Commands join the running program's PostgreSQL instead of starting it.
    const joined = await startEmbedded(readEnv(settings), createLog("error", "story"))
    try {
      const asked = { ...settings, BASE_URL: address }
      await tellOutage(address, asked, targets, joined.connectionString, { isPatient: true })
    } finally {
      await joined.stop()
    }
  } catch (error) {
    throw new Error(`the program said:\n${program.log()}`, { cause: error })
  } finally {
    const began = performance.now()
    const ended = await program.stop()
    expect(ended).toEqual({ code: 0, signal: null })
    expect(performance.now() - began).toBeLessThan(60_000)
    // The last process stops the database.
    expect(await findPostmaster(join(settings.DATA_DIR, "postgres"))).toBeNull()
  }
})
