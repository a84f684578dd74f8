import { request as requestHttp, type IncomingMessage } from "node:http"
import { request as requestHttps } from "node:https"
import { isIPv6, type Socket } from "node:net"
import type { Finding } from "../../findings/finding.ts"
import { FindingError } from "../../findings/finding-error.ts"
import { credentialsOf, portOf, type Proxy } from "./proxy-settings.ts"

const connectMs = 10_000

/** The proxy could not be reached or refused; the finding names it, without its credentials. */
export class ProxyError extends FindingError {}

type Target = { host: string; port: number }

/**
 * A connection to a host through a proxy (RFC 9110, section 9.3.6, CONNECT).
 *
 * @throws {ProxyError}
 */
export async function openTunnel(
  proxy: Proxy,
  { host, port }: Target,
  signal?: AbortSignal,
): Promise<Socket> {
  const { url, name } = proxy
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`
  const credentials = credentialsOf(url) ?? null
  const request = (url.protocol === "https:" ? requestHttps : requestHttp)({
    method: "CONNECT",
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: portOf(url),
    path: authority,
    headers: {
      host: authority,
      ...(credentials === null
        ? {}
        : { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` }),
    },
    agent: false,
  })
  const opened = Promise.withResolvers<Socket>()
  const fail = (said: string | null, seconds: number | null = null) => {
    const parameters = { proxy: name, said, seconds }
    opened.reject(new ProxyError({ code: "proxy_unreachable", parameters }))
  }
  const refuse = ({ statusCode = 0 }: IncomingMessage, socket: Socket) => {
    socket.destroy()
    opened.reject(new ProxyError(refusal(proxy, statusCode, authority)))
  }
  request.on("connect", (response: IncomingMessage, socket: Socket, head: Buffer) => {
    if (response.statusCode !== 200) return refuse(response, socket)
    if (head.length > 0) socket.unshift(head)
    opened.resolve(socket)
  })
  request.on("response", (response) => refuse(response, response.socket))
  request.on("error", (error) => fail(wordsOf(error)))
  const late = AbortSignal.timeout(connectMs)
  const ending = signal === undefined ? late : AbortSignal.any([late, signal])
  const end = () => {
    fail(null, late.aborted ? connectMs / 1000 : null)
    request.destroy()
  }
  ending.addEventListener("abort", end, { once: true })
  if (ending.aborted) end()
  request.end()
  try {
    return await opened.promise
  } finally {
    // An open tunnel outlives this deadline.
    ending.removeEventListener("abort", end)
  }
}

/** Through the first of these addresses that the proxy reaches. @throws {ProxyError} of the last. */
export async function openTunnelToAny(
  proxy: Proxy,
  { addresses, port }: { addresses: string[]; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  for (const host of addresses.slice(0, -1)) {
    const socket = await openTunnel(proxy, { host, port }, signal).catch((error: unknown) => {
      if (!(error instanceof ProxyError) || signal.aborted) throw error
      return null
    })
    if (socket !== null) return socket
  }
  return openTunnel(proxy, { host: addresses.at(-1) ?? "", port }, signal)
}

function refusal({ name: proxy, setting, url }: Proxy, status: number, host: string): Finding {
  const lack = status !== 407 ? null : url.username === "" ? "none" : "wrong"
  return { code: "proxy_refused", parameters: { proxy, status, host, setting, lack } }
}

const wordsOf = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map((one: Error) => one.message).join("; ")
    : error.message
