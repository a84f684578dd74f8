import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { databaseUser } from "../../src/platform/embedded/cluster.ts"
import { readEnv } from "../../src/platform/env.ts"
import { openServices } from "../../src/platform/services.ts"
import { startProgram } from "./program.ts"

const mount = `mount -t tmpfs -o size=320m none "$0" && exec "$@"`

/** The program and its embedded database with a small disk of their own, which is seen through /proc. */
export async function startOnSmallDisk(given: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-full-"))
  const settings = { ...given, DATA_DIR: folder, HOST: "127.0.0.1", PORT: "0" }
  const wrapper = ["unshare", "--mount", "sh", "-c", mount, folder]
  const program = await startProgram(settings, ["api,probe,notify"], wrapper)
  const disk = (name: string) => join(`/proc/${program.process.pid}/root${folder}`, name)
  const services = await openServices(readEnv(settings), await urlOf(disk), "test")
  return {
    program,
    disk,
    services,
    async close() {
      await services.close()
      await program.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function urlOf(disk: (name: string) => string): Promise<string> {
  const password = (await readFile(disk("postgres.password"), "utf8")).trim()
  const port = (await readFile(disk("postgres/postmaster.pid"), "utf8")).split("\n")[3]
  return `postgresql://${databaseUser}:${password}@127.0.0.1:${port}/postgres`
}
