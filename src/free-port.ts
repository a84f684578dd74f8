import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/**
 * A TCP port where nobody listens, among those that systems give to nobody who asks for any: it is still free when
 * its owner listens there, and when its owner is started again.
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
