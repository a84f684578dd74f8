import type { Socket } from "node:net"
import { describe } from "vitest"
import { answerWith, closedPort, listen, listenDeaf, listenDns } from "../../support/listeners.ts"
import { httpTarget, tcpTarget } from "../../support/prober.ts"
import { examine, finish, send, sendThenReset, web, whole } from "./laboratory.ts"

/** The kernel accepts connections, but the program neither reads nor writes. */
const mute = () => listen((socket) => socket.pause())

/** A port of a loopback host that drops all packets. */
async function deafPort(): Promise<number> {
  const port = await closedPort()
  await listenDeaf("127.0.0.1", port)
  return port
}

/** Ends its own direction at once and keeps the other open. */
const shutting = (socket: Socket) => void socket.resume().end()
const resetting = (socket: Socket) => void socket.resetAndDestroy()
const resettingSoon = (socket: Socket) => void setTimeout(() => socket.resetAndDestroy(), 50)

describe("connections", () => {
  examine([
    {
      fault: "nobody listens",
      verdict: ["offline", "connect_refused", 2],
      says: /refused the connection/,
      at: async () => ({ target: tcpTarget(await closedPort()) }),
    },
    {
      fault: "a silent port, as behind a firewall that drops",
      verdict: ["offline", "connect_timeout", 2],
      says: /did not answer within 0\.\d s/,
      timeoutSeconds: 0.5,
      at: async () => ({ target: tcpTarget(await deafPort()) }),
    },
    {
      fault: "a silent port under a web address",
      verdict: ["offline", "connect_timeout", 2],
      timeoutSeconds: 0.5,
      at: async () => ({ target: httpTarget(`http://127.0.0.1:${await deafPort()}/`) }),
    },
    {
      fault: "a port that accepts and resets a moment later: open, which is all that was asked",
      verdict: ["operational", null, 1],
      at: async () => ({ target: tcpTarget((await listen(resettingSoon)).port) }),
    },
    {
      fault: "a web server that resets at once",
      verdict: ["offline", "reset", 2],
      says: /reset the connection|closed the connection without an answer/,
      at: async () => ({
        target: httpTarget(`http://127.0.0.1:${(await listen(resetting)).port}/`),
      }),
    },
    {
      fault: "a reset after the request and before the first byte",
      verdict: ["offline", "reset", 2],
      at: () => web(resetting),
    },
    {
      fault: "a hang-up after the request, without a word",
      verdict: ["offline", "reset", 2],
      at: () => web(finish("")),
    },
    {
      fault: "half of the connection is shut and the other stays open",
      verdict: ["offline", "reset", 2],
      at: async () => ({
        target: httpTarget(`http://127.0.0.1:${(await listen(shutting)).port}/`),
      }),
    },
    {
      fault: "a connection that is accepted and then never served",
      verdict: ["offline", "timeout", 2],
      says: /No response was received/,
      timeoutSeconds: 0.5,
      at: async () => ({ target: httpTarget(`http://127.0.0.1:${(await mute()).port}/`) }),
    },
    {
      fault: "a reset after a full answer",
      verdict: ["operational", null, 1],
      at: () => web(sendThenReset(whole)),
    },
    {
      fault: "a reset once, well at the second attempt",
      verdict: ["operational", null, 2],
      at: () => web((socket, index) => (index === 0 ? resetting : send(whole))(socket)),
    },
    {
      fault:
        "well by half: every other connection is reset, and the second attempt refutes the first",
      verdict: ["operational", null, 2],
      at: () => web((socket, index) => (index % 2 === 0 ? resetting : send(whole))(socket)),
    },
    {
      fault: "one of two addresses refuses, the other serves",
      verdict: ["degraded", "connect_refused", 3],
      says: /^Works over 127\.0\.0\.1 but not over another address: 127\.0\.0\.2:\d+ refused the connection/,
      at: async () => {
        const { port } = await answerWith(send(whole))
        return { ...(await named(["127.0.0.2", "127.0.0.1"])), target: at(port) }
      },
    },
    {
      fault: "all of two addresses refuse",
      verdict: ["offline", "connect_refused", 2],
      says: /127\.0\.0\.2:\d+ refused the connection\. 127\.0\.0\.3:\d+ refused the connection/,
      at: async () => ({
        ...(await named(["127.0.0.2", "127.0.0.3"])),
        target: at(await closedPort()),
      }),
    },
    {
      fault: "one of two addresses refuses and the other is silent: the answer says more",
      verdict: ["offline", "connect_refused", 3],
      timeoutSeconds: 0.5,
      at: async () => ({
        ...(await named(["127.0.0.2", "127.0.0.1"])),
        target: at(await deafPort()),
      }),
    },
  ])
})

const at = (port: number) => httpTarget(`http://shop.fault.test:${port}/`)

/** A name server with these addresses for the shop. */
async function named(addresses: string[]) {
  const { server } = await listenDns(
    (type, name) => ({
      answers: type === "A" ? addresses.map((data) => ({ type: "A", name, ttl: 1, data })) : [],
    }),
    true,
  )
  return { resolvers: [server] }
}
