import { execFile, spawn } from "node:child_process"
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { sendSignal } from "../../src/platform/process-lock.ts"
import { ensureProgram } from "./apt.ts"
import { freePort } from "./port.ts"

const run = promisify(execFile)
const versions = "/usr/lib/postgresql"
const password = "secret"
/** Durable enough for a test, and several times faster. */
const quick = [
  "-c",
  "fsync=off",
  "-c",
  "listen_addresses=127.0.0.1",
  "-c",
  "unix_socket_directories=",
  "-c",
  "max_connections=200",
]

export type PostgresServer = {
  port: number
  folder: string
  /** Ends it like a power failure. */
  kill(): Promise<void>
  /** Stops and resumes all of its processes, like a machine that hangs. */
  signal(signal: "SIGSTOP" | "SIGCONT"): Promise<void>
  start(): Promise<void>
}

/** Programs of a major version that an embedded database may have been written by before. */
export const olderPrograms = (): Promise<string> => debianPrograms((a, b) => a - b)

async function debianPrograms(order: (a: number, b: number) => number): Promise<string> {
  await ensureProgram("pg_basebackup", "postgresql")
  const [version = 0] = (await readdir(versions)).map(Number).toSorted(order)
  return join(versions, String(version), "bin")
}

/** PostgreSQL servers of Debian's package, which must not run as root. */
export async function openPostgres() {
  const programs = await debianPrograms((a, b) => b - a)
  const isRoot = process.getuid?.() === 0
  const base = await mkdtemp(join(tmpdir(), "watchkeeper-postgres-"))
  if (isRoot) await run("chown", ["postgres:", base])
  else await chmod(base, 0o700)
  const servers: PostgresServer[] = []

  const wrap = (program: string, args: string[]): [string, string[]] =>
    isRoot
      ? ["runuser", ["-u", "postgres", "--", join(programs, program), ...args]]
      : [join(programs, program), args]
  const perform = async (program: string, args: string[]) => {
    const [command, words] = wrap(program, args)
    const { stdout } = await run(command, words, {
      cwd: "/",
      env: { ...process.env, PGPASSWORD: password },
    })
    return stdout
  }

  async function serve(folder: string, port: number, settings: string[]): Promise<PostgresServer> {
    const postmaster = async () =>
      Number((await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n")[0])
    const start = async () => {
      const options = [...quick, "-p", String(port), ...settings].join(" ")
      // Not its output: PostgreSQL keeps it open.
      const [command, words] = wrap("pg_ctl", [
        "start",
        "-w",
        "-D",
        folder,
        "-l",
        `${folder}.log`,
        "-o",
        options,
      ])
      const child = spawn(command, words, { cwd: "/", stdio: "ignore" })
      const code = await new Promise((resolve) => child.once("exit", resolve))
      if (code !== 0) throw new Error(await readFile(`${folder}.log`, "utf8"))
    }
    const sendAll = async (signal: NodeJS.Signals) => {
      const pid = await postmaster()
      for (const one of [pid, ...(await childrenOf(pid))]) sendSignal(one, signal)
    }
    await start()
    const server: PostgresServer = {
      port,
      folder,
      start,
      async kill() {
        await sendAll("SIGKILL")
        await rm(join(folder, "postmaster.pid"), { force: true })
      },
      signal: sendAll,
    }
    servers.push(server)
    return server
  }

  return {
    async primary(settings: string[] = []): Promise<PostgresServer> {
      const port = await freePort()
      const folder = join(base, String(port))
      const file = join(base, "password")
      await writeFile(file, password, { mode: 0o644 })
      await perform("initdb", [
        "-D",
        folder,
        "-U",
        "watchkeeper",
        `--pwfile=${file}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync",
      ])
      return serve(folder, port, settings)
    },
    async standby(of: PostgresServer): Promise<PostgresServer> {
      const port = await freePort()
      const folder = join(base, String(port))
      await perform("pg_basebackup", [
        "-d",
        urlOf([of.port]),
        "-D",
        folder,
        "-R",
        "-X",
        "stream",
        "--checkpoint=fast",
        "--no-sync",
      ])
      return serve(folder, port, [])
    },
    promote: ({ folder }: PostgresServer) => perform("pg_ctl", ["promote", "-w", "-D", folder]),
    async stop() {
      for (const { folder, signal } of servers) {
        await signal("SIGCONT").catch(() => undefined)
        await perform("pg_ctl", ["stop", "-D", folder, "-m", "immediate"]).catch(() => undefined)
      }
      await rm(base, { recursive: true, force: true })
    },
  }
}

export const urlOf = (ports: number[], database = "postgres"): string =>
  `postgresql://watchkeeper:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/${database}`

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")
  return text.trim().split(/\s+/).filter(Boolean).map(Number)
}
