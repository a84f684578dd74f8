import { chmod, mkdtemp, statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import type { TestProject } from "vitest/node"
import { startEmbedded } from "../../src/platform/embedded/start-embedded.ts"
import { readEnv } from "../../src/platform/env.ts"
import { createLog } from "../../src/platform/log.ts"
import { migrate } from "../../src/platform/migrate.ts"
import { endWithRun } from "./end-with-run.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The connection string of a migrated template database; tests clone it and never write to it. */
    template: string
  }
}

const memory = "/dev/shm"
const roomBytes = 4 * 1024 ** 3

/** Cloning a database writes a thousand files: use memory if there is enough, because nothing outlives the run. */
async function findPlace(): Promise<string> {
  const size = await statfs(memory).catch(() => null)
  const hasRoom = size !== null && size.bavail * size.bsize > roomBytes
  return hasRoom ? memory : tmpdir()
}

/** One PostgreSQL for the run, with a migrated database that every test file clones, and a folder for temporary files. */
export default async function setup(project: TestProject) {
  const { TMPDIR } = process.env
  const temporary = await mkdtemp(join(tmpdir(), "watchkeeper-run-"))
  // A test that timed out removes nothing, and neither does a killed browser. Servers of other users are below it.
  await chmod(temporary, 0o711)
  process.env["TMPDIR"] = temporary
  const folder = await mkdtemp(join(await findPlace(), "watchkeeper-test-"))
  const endRun = endWithRun([folder, temporary])
  const server = await startEmbedded(readEnv({ DATA_DIR: folder }), createLog("error", "test"))
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  await client.query("create database watchkeeper_template")
  await client.end()
  const template = new URL(server.connectionString)
  template.pathname = "/watchkeeper_template"
  await migrate(template.href)
  project.provide("template", template.href)
  return async () => {
    await server.stop()
    if (TMPDIR === undefined) delete process.env["TMPDIR"]
    else process.env["TMPDIR"] = TMPDIR
    endRun()
  }
}
