import type { Finding } from "../../findings/finding.ts"
import type {
  Evidence,
  FailureClass,
  Phases,
} from "../../graphql/monitoring/check/rules/check-result.ts"
import { nothingSeen, type Failure, type Observation } from "../observation.ts"
import type { Dialed, ProbeTools } from "../probe.ts"
import { exchange, type Exchange, type ExchangeOptions } from "./http-exchange.ts"
import type { Head } from "./head.ts"
import { portOf, shown, headerLines, type Request } from "./http-request.ts"

export type Answer = Exchange & { head: Head }
type Visit = { dialed: Dialed; exchange: Exchange | null; durationMs: number }

const mostEvidence = 16_384

/** One check across its redirects: connections, lenient parsing, and what was seen so far. */
export type Trip = {
  seen: Observation
  /** Of all requests together, without those repeated leniently. */
  durationMs(): number
  /**
   * Sends a request over a new connection. `from` is the redirecting URL, or null. Returns null if the failure is
   * in `seen`.
   */
  visit(request: Request, cookies: string, from: URL | null): Promise<Answer | null>
  fail(failureClass: FailureClass, findings: Finding[], peers?: string[]): void
}

export type Reading = Pick<ExchangeOptions, "wantsBody" | "mostBytes" | "largeBody">

export function createTrip(
  { dialer, clock, shownBytes }: ProbeTools,
  signal: AbortSignal,
  reading: Reading,
): Trip {
  const seen: Observation = { ...nothingSeen, warnings: [] }
  let durationMs = 0
  let isLenient = false
  let previous: URL | null = null
  let last: Exchange | null = null

  const fail: Trip["fail"] = (failureClass, findings, peers) => {
    seen.evidence = last && evidenceOf(last, shownBytes)
    const from = previous
    seen.failure = {
      class: failureClass,
      findings:
        from === null
          ? findings
          : [{ code: "after_redirect", parameters: { from: shown(from), cause: findings } }],
      level: "offline",
      ...(peers && { peers }),
    }
  }

  async function ask(request: Request, cookies: string, isHttp2 = false): Promise<Visit> {
    const { url, method, body } = request
    const from = clock.monotonicMs()
    const since = () => clock.monotonicMs() - from
    const serverName = url.hostname.replace(/^\[(.*)\]$/, "$1")
    const tls =
      url.protocol === "https:"
        ? { serverName, rejectUnauthorized: true, alpn: [isHttp2 ? "h2" : "http/1.1"] }
        : null
    const dialed = await dialer.connect({ host: url.hostname, port: portOf(url), tls, signal })
    if (dialed.failure !== null) return { dialed, exchange: null, durationMs: since() }
    const options: ExchangeOptions = {
      socket: dialed.socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers: headerLines(request, cookies),
      body,
      lenient: isLenient,
      ...reading,
      clock,
      signal,
    }
    const answered = isHttp2
      ? await (await loadHttp2()).exchangeHttp2(options, url.protocol.slice(0, -1))
      : await exchange(options)
    return { dialed, exchange: answered, durationMs: since() - answered.waitedMs }
  }

  /** Repeats the request with a lenient parser on a new socket; keeps the result only if it could be parsed. */
  async function askLeniently(request: Request, cookies: string, strict: Visit): Promise<Visit> {
    const fault = strict.exchange?.fault
    if (!fault?.isWorthLeniency || isLenient || signal.aborted) return strict
    isLenient = true
    const visit = await ask(request, cookies)
    if (!visit.exchange?.head || visit.exchange.fault?.isWorthLeniency) return strict
    const lengths = visit.exchange.head.headers.get("content-length") ?? []
    // A repeated equal length is valid (RFC 9110, 8.6).
    const isValid = fault.findings.some(isRepeatedLength) && new Set(lengths).size === 1
    if (!isValid) {
      const parameters = { cause: fault.findings }
      seen.warnings.push({ code: "lenient_parser_accepts", parameters })
    }
    return visit
  }

  /** Repeats the request over HTTP/2 if the server speaks nothing else. */
  async function askOverHttp2(request: Request, cookies: string, before: Visit): Promise<Visit> {
    const { dialed, exchange: answered } = before
    const isRefused = dialed.failure?.isProtocolRefused ?? answered?.fault?.isHttp2 ?? false
    if (!isRefused || signal.aborted) return before
    const visit = await ask(request, cookies, true)
    return visit.dialed.failure?.isProtocolRefused ? before : visit
  }

  return {
    seen,
    fail,
    durationMs: () => durationMs,
    async visit(request, cookies, from) {
      previous = from
      const strict = await ask(request, cookies)
      const lenient = await askLeniently(request, cookies, strict)
      const visited = await askOverHttp2(request, cookies, lenient)
      const { dialed, exchange, durationMs: ms } = visited
      durationMs += ms
      seen.warnings.push(...dialed.warnings, ...(exchange?.warnings ?? []))
      seen.address = dialed.address
      if (dialed.failure === null) seen.traceId = request.traceId
      seen.certificate = dialed.certificate ?? seen.certificate
      seen.phases = add(seen.phases, {
        ...dialed.phases,
        firstByteMs: exchange?.firstByteMs ?? null,
        transferMs: exchange?.transferMs ?? null,
      })
      seen.httpStatus = exchange?.head?.status ?? null
      last = exchange
      const fault: Pick<Failure, "class" | "findings"> | null =
        dialed.failure ?? exchange?.fault ?? null
      if (fault !== null) fail(fault.class, fault.findings, dialed.failure?.peers)
      return fault === null && exchange?.head ? { ...exchange, head: exchange.head } : null
    },
  }
}

const isRepeatedLength = ({ code, parameters }: Finding): boolean =>
  code === "not_http" && parameters.errorCode === "UNEXPECTED_CONTENT_LENGTH"

/** Few servers need it. */
const loadHttp2 = () => import("./http2-exchange.ts")

export function evidenceOf(
  { head, body }: { head: Head | null; body: Buffer },
  most = mostEvidence,
): Evidence | null {
  if (head === null && body.length === 0) return null
  return {
    head: (head?.text ?? "").slice(0, mostEvidence),
    body: new Uint8Array(body.subarray(0, most)),
  }
}

/** Phases add up over redirects. */
const add = (a: Phases, b: Phases): Phases => ({
  dnsMs: sum(a.dnsMs, b.dnsMs),
  connectMs: sum(a.connectMs, b.connectMs),
  tlsMs: sum(a.tlsMs, b.tlsMs),
  firstByteMs: sum(a.firstByteMs, b.firstByteMs),
  transferMs: sum(a.transferMs, b.transferMs),
})

const sum = (one: number | null, other: number | null) =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0)
