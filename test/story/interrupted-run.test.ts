import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { z } from "zod"
import { isAlive } from "../../src/platform/process-lock.ts"
import { soon } from "../support/soon.ts"

const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** Starts what tests start: a server with a session of its own, and a program of which only the environment tells. */
const run = (folder: string) => `
  import { spawn } from "node:child_process"
  import { readFileSync } from "node:fs"
  const { endWithRun } = await import(${url("../support/end-with-run.ts")})
  const { startEmbedded } = await import(${url("../../src/platform/embedded/start-embedded.ts")})
  const { readEnv } = await import(${url("../../src/platform/env.ts")})
  const { createLog } = await import(${url("../../src/platform/log.ts")})
  endWithRun(["${folder}"])
  await startEmbedded(readEnv({ DATA_DIR: "${folder}/data" }), createLog("error", "test"))
  const server = Number(readFileSync("${folder}/data/postgres/postmaster.pid", "utf8").split("\\n")[0])
  const options = { detached: true, stdio: "ignore", env: { TMPDIR: "${folder}" } }
  const program = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], options)
  console.log(JSON.stringify([server, program.pid]))
  setInterval(() => {}, 1000)`

test.each(["SIGINT", "SIGKILL"] as const)(
  "what a run of the tests has started ends with it after %s",
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), "interrupted-"))
    const args = ["--input-type=module", "-e", run(folder)]
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
    const [line] = (await once(child.stdout, "data")) as [Buffer]
    const pids = z.array(z.number()).parse(JSON.parse(line.toString()))
    expect(pids.filter(isAlive)).toEqual(pids)
    child.kill(signal)
    await soon(() => pids.filter(isAlive)).toEqual([])
    await soon(() => existsSync(folder)).toBe(false)
  },
)
