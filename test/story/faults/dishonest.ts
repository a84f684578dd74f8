import { once } from "node:events"
import { createServer as createHttp } from "node:http"
import { createServer, isIPv6, type AddressInfo, type Socket } from "node:net"
import { createSecureContext, TLSSocket, type SecureContext } from "node:tls"
import type { Answer } from "dns-packet"
import { inDays, issue } from "../../../src/cli/demo/certificate.ts"
import { listenDns, type DnsReply } from "../../support/listeners.ts"

/** What somebody on the path does with connections: `pass` is an honest network. */
export type Act = "pass" | "reset" | "mute" | "portal" | "inspect" | "out of date"
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
  four: Act
  six: Act
  plain: Act
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

/** The addresses of everything behind one path. */
export type Hosts = { four: string; six: string }
const loopback: Hosts = { four: "127.0.0.1", six: "::1" }

const fours = Array.from({ length: 40 }, (_, host) => `127.0.0.${host + 1}`)
const names = ["shop.fault.test", "anchor.fault.test", ...fours]
export const authority = issue({ name: "Fault authority", isAuthority: true })
const stranger = issue({ name: "Inspecting proxy", isAuthority: true })
const past = { validFrom: inDays(-90), expiresAt: inDays(-1) }
const contexts: Partial<Record<Act, SecureContext>> = {
  pass: contextOf(issue({ name: "shop", names, issuer: authority })),
  inspect: contextOf(issue({ name: "shop", names, issuer: stranger })),
  portal: contextOf(issue({ name: "portal", names: ["portal.fault.test"] })),
  "out of date": contextOf(issue({ name: "shop", names, issuer: authority, ...past })),
}
function contextOf({ cert, key }: { cert: string; key: string }): SecureContext {
  return createSecureContext({ cert, key })
}

/** Targets, anchors and name servers on loopback, all behind one path whose faults are switched together. */
export async function openPath(bin: AsyncDisposableStack, { four, six } = loopback) {
  const state = { fault: honest, isDead: false }
  const site = createHttp((_request, response) => response.end("open"))
  const portal = createHttp((request, response) => {
    if (request.url === "/login") response.end("Please sign in")
    else response.writeHead(302, { location: "/login" }).end()
  })

  function serve(socket: Socket, path: Act, isTls: boolean): void {
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
      const { fault } = state
      const isSix = isIPv6(socket.remoteAddress ?? "") && !isMapped(socket.remoteAddress ?? "")
      const path = isSix ? fault.six : isTls ? fault.four : fault.plain
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
    (which: "first" | "second" | null) =>
    (type: string, name: string): DnsReply => {
      const how = which === null ? "honest" : state.fault[which]
      if (how === "silent") return null
      if (how === "SERVFAIL" || how === "REFUSED" || how === "NXDOMAIN") return { rcode: how }
      if (how === "empty") return { answers: [] }
      const a = (data: string): Answer => ({ type: "A", name, ttl: 1, data })
      if (how === "one address") return { answers: type === "A" ? [a("192.0.2.66")] : [] }
      if (type === "NS")
        return { answers: [{ type: "NS", name, ttl: 1, data: "a.root-servers.net" }] }
      if (type === "AAAA" && name === "both.fault.test") {
        return { answers: [{ type, name, ttl: 1, data: six }] }
      }
      if (type !== "A") return { answers: [] }
      const known: Record<string, string> = {
        "shop.fault.test": four,
        "both.fault.test": four,
        "one.fault.test": "192.0.2.1",
        "two.fault.test": "192.0.2.2",
      }
      const found = known[name]
      if (found !== undefined) return { answers: [a(found)] }
      return how === "honest" ? { rcode: "NXDOMAIN" } : { answers: [a("192.0.2.66")] }
    }
  const defer = (close: () => void) => bin.defer(close)
  const servers = [
    await listenDns(resolve("first"), false, defer, four),
    await listenDns(resolve("second"), false, defer, four),
  ]

  return {
    state,
    four,
    six,
    authority: authority.cert,
    servers: servers.map(({ server }) => server),
    /** A name server that only a monitor asks. */
    other: (await listenDns(resolve(null), false, defer, four)).server,
    anchors: [
      `${four}:${await open(four, true)}/anchor.fault.test`,
      `${four}:${await open(four, true)}/anchor.fault.test`,
      `[${six}]:${await open(six, true)}/anchor.fault.test`,
    ],
    page: `http://${four}:${await open(four, false)}/`,
    ports: {
      web: await open(four, false),
      both: await open("::", false),
      four: await open(four, true),
      six: await open(six, true),
      victim: await open(four, true, true),
    },
  }
}

export type Path = Awaited<ReturnType<typeof openPath>>

const isMapped = (address: string): boolean => address.startsWith("::ffff:")
/** Connections may end in any way. */
const ignore = () => undefined
