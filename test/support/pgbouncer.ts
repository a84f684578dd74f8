import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { ensureProgram } from "./apt.ts"
import { freePort } from "./port.ts"

/** PgBouncer in transaction mode, with few connections so that clients share them. */
export async function startPgBouncer(server: URL, poolSize = 6) {
  const program = await ensureProgram("pgbouncer", "pgbouncer")
  const folder = await mkdtemp(join(tmpdir(), "watchkeeper-pgbouncer-"))
  const port = await freePort()
  const { hostname, password, username } = server
  const users = join(folder, "users.txt")
  await writeFile(users, `"${username}" "${password}"\n`)
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=${hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  )
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []
  for (const path of [folder, users, join(folder, "pgbouncer.ini")]) await chmod(path, 0o755)
  const child = spawn(program, [...user, join(folder, "pgbouncer.ini")], {
    stdio: ["ignore", "ignore", "pipe"],
  })
  const lines = createInterface({ input: child.stderr })
  await new Promise<void>((resolve, reject) => {
    const said: string[] = []
    lines.on("line", (line) => {
      said.push(line)
      if (/process up/.test(line)) resolve()
    })
    child.once("exit", () => reject(new Error(`pgbouncer ended: ${said.join(" | ")}`)))
  })
  const url = new URL(server.href)
  url.port = String(port)
  return {
    url,
    async stop() {
      const ended = once(child, "exit")
      child.kill("SIGKILL")
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
