import { IncomingMessage, request } from "node:http"
import { once } from "node:events"
import { Socket } from "node:net"
import { expect, test } from "vitest"
import { createRequestAuthenticator } from "../../src/api/authenticate-request.ts"
import { systemClock } from "../../src/platform/clock.ts"
import { createPeerOf } from "../../src/platform/peer.ts"
import { listenHttp } from "../support/listeners.ts"

/** The peer that a server sees when a client sends these forwarding headers over loopback. */
async function seen(trustedProxies: string[], forwardedFor: string | null): Promise<string> {
  const peerOf = createPeerOf(trustedProxies)
  const { promise, resolve } = Promise.withResolvers<string>()
  const listener = await listenHttp((req, res) => {
    resolve(peerOf(req))
    res.end()
  })
  const headers = forwardedFor === null ? {} : { "x-forwarded-for": forwardedFor }
  const sent = request({ host: "127.0.0.1", port: listener.port, headers, agent: false })
  sent.end()
  const [response] = await once(sent, "response")
  response.resume()
  return promise
}

test.each([
  [[], null, "127.0.0.1"],
  [[], "198.51.100.7", "127.0.0.1"],
  [["127.0.0.1"], "198.51.100.7", "198.51.100.7"],
  [["127.0.0.0/8"], "203.0.113.9, 198.51.100.7", "198.51.100.7"],
  [["127.0.0.0/8", "198.51.100.0/24"], "203.0.113.9, 198.51.100.7", "203.0.113.9"],
  [["127.0.0.0/8"], null, "127.0.0.1"],
])("trusting %j, a request forwarded for %s comes from %s", async (trusted, forwarded, peer) => {
  expect(await seen(trusted, forwarded)).toBe(peer)
})

test("counts anonymous clients of one IPv6 /64 as one, and those of the next separately", async () => {
  const { anyone } = createRequestAuthenticator(systemClock, {
    authenticate: () => Promise.resolve({ kind: "anonymous" }),
    byKey: () => Promise.reject(new Error("nobody shows a key")),
    byGrant: () => Promise.reject(new Error("nobody shows a token")),
  })
  const asks = (peer: string) => anyone(new IncomingMessage(new Socket()), peer)
  for (let one = 1; one <= 300; one += 1) await asks(`2001:db8:0:1::${one}`)
  await expect(asks("2001:db8:0:1:ffff::1")).rejects.toMatchObject({ code: "rate_limited" })
  await expect(asks("2001:db8:0:2::1")).resolves.toMatchObject({ kind: "anonymous" })
})
