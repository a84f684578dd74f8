import { once } from "node:events"
import { createServer as createHttp } from "node:http"
import { createServer, type AddressInfo, type Socket } from "node:net"
import { createSecureContext, TLSSocket, type SecureContext } from "node:tls"
import type { Answer } from "dns-packet"
import { inDays, issue } from "../../../src/cli/demo/certificate.ts"
import { listenDns, type DnsReply } from "../../support/listeners.ts"

/** What somebody on the path does with connections: `pass` is an honest network. */
export type Path = "pass" | "reset" | "mute" | "portal" | "inspect" | "out of date"
/** What our name servers do. */
export type Names =
  | "honest"
  | "silent"
  | "SERVFAIL"
  | "REFUSED"
  | "NXDOMAIN"
  | "empty"
  | "one address"
  | "one for the unknown"

export type Fault = {
  /** Over IPv4 and IPv6, for TLS, plain HTTP and bare TCP. */
  four: Path
  six: Path
  plain: Path
  first: Names
  second: Names
}
export const honest: Fault = {
  four: "pass",
  six: "pass",
  plain: "pass",
  first: "honest",
  second: "honest",
}

const names = ["shop.fault.test", "anchor.fault.test", "127.0.0.1"]
export const authority = issue({ name: "Fault authority", isAuthority: true })
const stranger = issue({ name: "Inspecting proxy", isAuthority: true })
const past = { validFrom: inDays(-90), expiresAt: inDays(-1) }
const contexts: Partial<Record<Path, SecureContext>> = {
  pass: contextOf(issue({ name: "shop", names, issuer: authority })),
  inspect: contextOf(issue({ name: "shop", names, issuer: stranger })),
  portal: contextOf(issue({ name: "portal", names: ["portal.fault.test"] })),
  "out of date": contextOf(issue({ name: "shop", names, issuer: authority, ...past })),
}
function contextOf({ cert, key }: { cert: string; key: string }): SecureContext {
  return createSecureContext({ cert, key })
}

/** Targets, anchors and name servers on loopback, all behind one path whose faults are switched together. */
export async function openPath(bin: AsyncDisposableStack) {
  const state = { fault: honest, isDead: false }
  const site = createHttp((_request, response) => response.end("open"))
  const portal = createHttp((request, response) => {
    if (request.url === "/login") response.end("Please sign in")
    else response.writeHead(302, { location: "/login" }).end()
  })

  function serve(socket: Socket, path: Path, isTls: boolean): void {
    if (path === "reset") return void socket.resetAndDestroy()
    if (path === "mute") return
    const secureContext = isTls ? contexts[path] : undefined
    const web = path === "portal" ? portal : site
    if (secureContext === undefined) return void web.emit("connection", socket)
    const secure = new TLSSocket(socket, { isServer: true, secureContext })
    secure.on("error", ignore)
    web.emit("connection", secure)
  }

  /** A server whose connections meet the path first; `mayDie` makes it the one with a real outage. */
  async function open(host: string, isTls: boolean, mayDie = false): Promise<number> {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on("error", ignore)
      socket.once("close", () => sockets.delete(socket))
      const { four, six, plain } = state.fault
      const path = host === "::1" ? six : isTls ? four : plain
      if (mayDie && state.isDead && path === "pass") socket.resetAndDestroy()
      else serve(socket, path, isTls)
    })
    server.listen(0, host)
    await once(server, "listening")
    bin.defer(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }

  const resolve =
    (which: "first" | "second") =>
    (type: string, name: string): DnsReply => {
      const how = state.fault[which]
      if (how === "silent") return null
      if (how === "SERVFAIL" || how === "REFUSED" || how === "NXDOMAIN") return { rcode: how }
      if (how === "empty") return { answers: [] }
      const a = (data: string): Answer => ({ type: "A", name, ttl: 1, data })
      if (how === "one address") return { answers: type === "A" ? [a("192.0.2.66")] : [] }
      if (type === "NS")
        return { answers: [{ type: "NS", name, ttl: 1, data: "a.root-servers.net" }] }
      if (type !== "A") return { answers: [] }
      const known: Record<string, string> = {
        "shop.fault.test": "127.0.0.1",
        "one.fault.test": "192.0.2.1",
        "two.fault.test": "192.0.2.2",
      }
      const found = known[name]
      if (found !== undefined) return { answers: [a(found)] }
      return how === "honest" ? { rcode: "NXDOMAIN" } : { answers: [a("192.0.2.66")] }
    }
  const defer = (close: () => void) => bin.defer(close)
  const servers = [
    await listenDns(resolve("first"), false, defer),
    await listenDns(resolve("second"), false, defer),
  ]

  return {
    state,
    authority: authority.cert,
    servers: servers.map(({ server }) => server),
    anchors: [
      `127.0.0.1:${await open("127.0.0.1", true)}/anchor.fault.test`,
      `127.0.0.1:${await open("127.0.0.1", true)}/anchor.fault.test`,
      `[::1]:${await open("::1", true)}/anchor.fault.test`,
    ],
    page: `http://127.0.0.1:${await open("127.0.0.1", false)}/`,
    ports: {
      web: await open("127.0.0.1", false),
      four: await open("127.0.0.1", true),
      six: await open("::1", true),
      victim: await open("127.0.0.1", true, true),
    },
  }
}

/** Connections may end in any way. */
const ignore = () => undefined
