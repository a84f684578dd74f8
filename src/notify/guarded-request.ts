import type { LookupAddress } from "node:dns"
import type { ClientRequest, OutgoingHttpHeaders } from "node:http"
import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import type { Guard } from "../guard.ts"

/** Both families are tried (RFC 8305); net.connect's options, which the types of https leave out. */
const eyeballs = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2500 }

type Options = {
  method: "GET" | "POST"
  headers: OutgoingHttpHeaders
  /** What the guard let through a moment ago, and nothing else, is connected to. */
  addresses: LookupAddress[]
  guard: Guard
  /** Authorities trusted instead of Node's own, in PEM. */
  ca?: string[] | undefined
  /** Instead of the URL's own. */
  port?: number | undefined
}

/**
 * A request over a connection of its own to addresses that were judged. Null where it would go without TLS to
 * an address that the operator did not open.
 */
export function guardedRequest(
  { protocol, host, hostname, pathname, search, port: named }: URL,
  { method, headers, addresses, guard, ca, port }: Options,
): ClientRequest | null {
  const isPlain = protocol === "http:"
  if (isPlain && addresses.some(({ address }) => !guard.isOpened(address))) return null
  const request = (isPlain ? requestHttp : requestHttps)({
    method,
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port ?? (named === "" ? (isPlain ? 80 : 443) : Number(named)),
    path: pathname + search,
    headers: { ...headers, host },
    agent: false,
    lookup: (_host, _options, answer) => answer(null, addresses),
    ...eyeballs,
    ...(ca === undefined ? {} : { ca }),
  })
  request.on("socket", (socket) =>
    socket.once("connect", () => {
      const refusal = guard.refuse(socket.remoteAddress ?? "")
      if (refusal !== null) request.destroy(new Error(`the connection led elsewhere: ${refusal}`))
    }),
  )
  return request
}

export const unsealed =
  "Nothing was sent. Without TLS only addresses in REACHABLE_RANGES are reached; use https://."
