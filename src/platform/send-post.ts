import type { ClientRequest, IncomingMessage } from "node:http"
import { TLSSocket } from "node:tls"
import type { AttemptOutcome } from "../../prisma/generated/enums.ts"
import type { Finding } from "../findings/finding.ts"
import type { Clock } from "./clock.ts"
import type { Env } from "./env.ts"
import { createGuard } from "./guard.ts"
import { guardedRequest, unsealed } from "./guarded-request.ts"
import { judgeStatus } from "./judge-post.ts"
import { locate } from "./locate-host.ts"
import { FindingError } from "../findings/finding-error.ts"
import type { ProxySettings } from "./proxy/proxy-settings.ts"
import { readAnswer, type Answer } from "./read-response.ts"
import { readRetryAfter } from "./retry-after.ts"

/** How long one attempt may take, from the name lookup to the status. */
export const answerSeconds = 15

/** What became of one attempt. */
export type Sent = {
  outcome: AttemptOutcome
  durationMs: number
  responseStatus: number | null
  responseHeaders: string | null
  responseBody: string | null
  /** Why it failed; null if it succeeded. */
  finding: Finding | null
  /** The receiver's Retry-After in seconds. */
  retryAfter: number | null
}

export type Post = {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
  /** Ends the attempt earlier. */
  signal?: AbortSignal
}
export type Send = (post: Post) => Promise<Sent>

type Options = {
  env: Pick<Env, "REACHABLE_RANGES" | "RESOLVERS"> & ProxySettings
  clock: Clock
  /** Authorities trusted instead of Node's own, in PEM. */
  ca?: string[]
  /** Instead of the URL's own: a test's listener has no right to 443. */
  port?: number
  totalMs?: number
}

type Seen = Omit<Sent, "durationMs">

/**
 * Posts over a new connection to an address that the guard allowed: no redirects, no reused connection.
 * Without TLS only to ranges opened by the operator. Never throws; takes at most 15 s in total.
 */
export function createSend({
  env,
  clock,
  ca,
  port,
  totalMs = answerSeconds * 1000,
}: Options): Send {
  const guard = createGuard(env.REACHABLE_RANGES)
  const servers = env.RESOLVERS

  async function attempt({ url, headers, body }: Post, signal: AbortSignal): Promise<Seen> {
    const address = new URL(url)
    const located = await locate(address.hostname, { guard, servers, signal })
    if (located.fault !== null) {
      return { ...nothing, ...located.fault }
    }
    const { addresses } = located
    const length = { "content-length": Buffer.byteLength(body) }
    const asked = { method: "POST", headers: { ...headers, ...length }, addresses, guard } as const
    const request = guardedRequest(address, { ...asked, settings: env, signal, ca, port })
    if (request === null) return { ...nothing, outcome: "forbidden", finding: unsealed }
    let isConnected = false
    let isAnswered = false
    request.on("socket", (socket) => {
      // Through a proxy it is connected already.
      isConnected = !socket.connecting
      socket.once("connect", () => {
        isConnected = true
      })
    })
    const ended = Promise.withResolvers<Seen>()
    const end = () => request.destroy()
    signal.addEventListener("abort", end, { once: true })
    request.on("response", (response) => {
      isAnswered = true
      readAnswer(response).then(
        (answer) => ended.resolve(summarize(response, answer)),
        ended.reject,
      )
    })
    // Once there is a status, it counts, however the response ends.
    const fail = (error: Error) => {
      if (isAnswered) return
      ended.resolve(signal.aborted ? timedOut(isConnected) : failed(request, error))
    }
    request.on("error", fail)
    request.on("close", () => fail(new Error("the connection was closed")))
    request.end(body)
    try {
      return await ended.promise
    } finally {
      signal.removeEventListener("abort", end)
      request.destroy()
    }
  }

  const timedOut = (isConnected: boolean): Seen => ({
    ...nothing,
    outcome: "timed_out",
    finding: { code: "post_timed_out", parameters: { isConnected, seconds: totalMs / 1000 } },
  })

  function summarize(response: IncomingMessage, answer: Answer): Seen {
    const status = response.statusCode ?? 0
    const [outcome, finding] = judgeStatus(status)
    const retryAfter = readRetryAfter(response.headers["retry-after"], clock.now())
    return { ...answer, outcome, finding, responseStatus: status, retryAfter }
  }

  return async (post) => {
    const startedMs = clock.monotonicMs()
    const late = AbortSignal.timeout(totalMs)
    const signal = post.signal === undefined ? late : AbortSignal.any([late, post.signal])
    const seen = await attempt(post, signal)
    return { ...seen, durationMs: Math.round(clock.monotonicMs() - startedMs) }
  }
}

const nothing: Omit<Seen, "outcome" | "finding"> = {
  responseStatus: null,
  responseHeaders: null,
  responseBody: null,
  retryAfter: null,
}

function failed({ socket }: ClientRequest, error: Error): Seen {
  const said = words(error)
  if (socket instanceof TLSSocket && Boolean(socket.authorizationError)) {
    const finding: Finding = { code: "post_untrusted", parameters: { said } }
    return { ...nothing, outcome: "untrusted", finding }
  }
  const unreachable = { ...nothing, outcome: "unreachable" } as const
  return error instanceof FindingError
    ? { ...unreachable, finding: error.finding }
    : { ...unreachable, finding: { code: "post_failed", parameters: { said } } }
}

const words = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map((one: Error) => words(one)).join("; ")
    : error.message
