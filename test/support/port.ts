import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/**
 * A port of loopback where nobody listens: among those that systems give to nobody who asks for any, so that no other
 * test is given it before it is used, or while it has to stay closed.
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(20_000, 32_000)
    const server = createServer().listen(port, "127.0.0.1")
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
