import { once } from "node:events"
import { createServer } from "node:http"
import { createServer as createTcp, type AddressInfo } from "node:net"
import { promisify } from "node:util"
import { execFile } from "node:child_process"

const run = promisify(execFile)
/** Loopback addresses of all targets and of the anchor, so that one route takes them all away. */
const network = "127.9.0.0/16"
const anchorHost = "127.9.255.1"

/** Web servers at addresses of their own, each up or down, and the anchor that proves that the network is up. */
export async function openTargets() {
  const broken = new Set<string>()
  const server = createServer(({ socket }, response) => {
    const isUp = !broken.has(socket.localAddress ?? "")
    response.writeHead(isUp ? 200 : 500, { connection: "close" }).end(isUp ? "well" : "broken")
  })
  server.listen(0, "0.0.0.0")
  const anchor = createTcp((socket) => socket.end())
  anchor.listen(0, anchorHost)
  await Promise.all([once(server, "listening"), once(anchor, "listening")])
  const { port } = server.address() as AddressInfo
  return {
    port,
    anchor: `${anchorHost}:${(anchor.address() as AddressInfo).port}`,
    break: (hosts: string[]) => hosts.forEach((host) => broken.add(host)),
    mend: (hosts: string[]) => hosts.forEach((host) => broken.delete(host)),
    cut: () => route("add"),
    join: () => route("del"),
    async close() {
      await route("del").catch(() => undefined)
      server.closeAllConnections()
      server.close()
      anchor.close()
    },
  }
}

const route = (verb: "add" | "del") =>
  run("ip", ["route", verb, "blackhole", network, "table", "local"])
