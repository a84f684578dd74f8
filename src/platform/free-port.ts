import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/**
 * A free TCP port outside the ephemeral range, so that the system gives it to no other program, even while its
 * owner restarts.
 */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(20_000, 32_000)
    const server = createServer().listen(port, host)
    try {
      await once(server, "listening")
    } catch (error) {
      if (tries === 10) throw error
      continue
    }
    server.close()
    await once(server, "close")
    return port
  }
}
