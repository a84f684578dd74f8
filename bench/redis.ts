import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { createInterface } from "node:readline"

/** Starts a redis-server on loopback without persistence. */
export async function startRedis(
  program: string,
  folder: string,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const port = await freePort()
  const settings = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
  const child = spawn(program, [...settings, "--appendonly", "no"], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (/ready to accept connections/i.test(line)) break
  }
  child.stdout.resume()
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM")
      await once(child, "exit")
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("server has no port")
  return address.port
}
