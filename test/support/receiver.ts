import { once } from "node:events"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"
import { systemClock } from "../../src/platform/clock.ts"
import { issue } from "../../src/cli/demo/certificate.ts"
import { createSend } from "../../src/platform/send-post.ts"
import { testEnv } from "./world.ts"

const authority = issue({ name: "Receivers' authority", isAuthority: true })
const { cert, key } = issue({
  name: "receiver",
  names: ["127.0.0.1", "receiver.example"],
  issuer: authority,
})

export type Got = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

/** A webhook receiver over TLS on loopback, and a `send` that uses it in place of port 443. */
export async function startReceiver(
  answer: (response: ServerResponse, index: number) => void = (response) => response.end(),
  options: { env?: Partial<typeof testEnv>; totalMs?: number; ca?: string[] } = {},
) {
  const got: Got[] = []
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request
      got.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
      answer(response, got.length - 1)
    })
    response.on("error", () => undefined)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  })
  const { env, totalMs = 10_000, ca = [authority.cert] } = options
  const send = createSend({ env: { ...testEnv, ...env }, clock: systemClock, ca, port, totalMs })
  return { url: "https://127.0.0.1/hook", got, send, port }
}
