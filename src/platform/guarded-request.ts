import type { LookupAddress } from "node:dns"
import type { ClientRequest, OutgoingHttpHeaders } from "node:http"
import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import type { Guard } from "./guard.ts"

/** Tries both address families (RFC 8305). These net.connect options are missing from the types of https. */
const eyeballs = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2500 }

type Options = {
  method: "GET" | "POST"
  headers: OutgoingHttpHeaders
  /** Addresses that the guard has just allowed; the request connects to no others. */
  addresses: LookupAddress[]
  guard: Guard
  /** Certificate authorities in PEM that replace Node's. */
  ca?: string[] | undefined
  /** Overrides the URL's port. */
  port?: number | undefined
}

/**
 * Sends a request over a new connection to checked addresses. Null if it would go without TLS to an address that
 * the operator did not open.
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
      if (refusal !== null) request.destroy(new Error(`connected to another address: ${refusal}`))
    }),
  )
  return request
}

export const unsealed =
  "Nothing was sent. URLs without TLS are only allowed for addresses in REACHABLE_RANGES. Use https://."
