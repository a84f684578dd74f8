import { isDeepStrictEqual } from "node:util"
import type { Finding } from "../../findings/finding.ts"
import type { Assertion } from "../../graphql/monitoring/monitor/rules/monitor-settings.ts"
import { evaluate, withDefaults, type Seen } from "../assert.ts"
import { mostJudged, mostRead } from "../body-limits.ts"
import { decode, isEndless } from "../http/body.ts"
import { judgeBody } from "../http/judge-body.ts"
import { largeBodies } from "../http/large-bodies.ts"
import type { Head } from "../http/head.ts"
import { createCookieJar } from "../http/cookie-jar.ts"
import { followTo, isRedirect } from "../http/redirect.ts"
import { firstRequest, ownCookies, shown } from "../http/http-request.ts"
import { startTrace } from "../http/trace-context.ts"
import { createTrip, evidenceOf, type Answer, type Trip } from "../http/trip.ts"
import { failed, type Observation } from "../observation.ts"
import type { Probe, ProbeTools } from "../probe.ts"

/**
 * Behaves like a tolerant browser: each request uses a new connection, redirects are followed and checked by the
 * guard, the body is read to its end or to a limit: 10 MiB if an assertion needs it, else 1 MiB. A response that only a lenient parser accepts is requested once
 * more and counts with a warning.
 */
export const probeHttp: Probe<"http"> = async (target, tools, signal) => {
  const { monitorId, maxRedirects, assertions } = target
  const { traceShare } = tools
  const first = firstRequest(
    target,
    traceShare === undefined ? null : startTrace(monitorId, traceShare),
  )
  if (first === null) {
    return failed("internal", [{ code: "url_without_http", parameters: {} }])
  }

  const leadsOn = ({ status }: Head) => maxRedirects > 0 && isRedirect(status)
  const isJudged = needsBody(assertions)
  using largeBody = largeBodies.claim()
  const trip = createTrip(tools, signal, {
    wantsBody: (head) => !leadsOn(head) && (isJudged || !isEndless(head)),
    mostBytes: isJudged ? mostJudged : mostRead,
    largeBody,
  })
  const jar = createCookieJar(tools.clock)
  let request = first
  const visited = new Set<string>()
  let from: URL | null = null
  for (let hops = 0; ; hops += 1) {
    const cookies = jar.header(request.url, ownCookies(request))
    const key = `${request.method} ${request.url.href} ${cookies}`
    if (visited.has(key)) {
      return end(trip, { code: "redirect_loop", parameters: { url: shown(request.url) } })
    }
    visited.add(key)
    const answer = await trip.visit(request, cookies, from)
    if (answer === null) return trip.seen
    // Awaited here: until then no other check reads in this one's place.
    if (!leadsOn(answer.head)) return await judge(assertions, trip, answer, tools, signal)

    const { status, headers } = answer.head
    const [location] = headers.get("location") ?? []
    if (location === undefined) {
      return end(trip, { code: "redirect_without_location", parameters: { status } })
    }
    if (hops === maxRedirects) {
      const parameters = { most: hops, url: shown(request.url) }
      return end(trip, { code: "too_many_redirects", parameters })
    }
    const hop = followTo(first, request, status, location)
    if ("wrong" in hop) return end(trip, hop.wrong)
    await jar.store(request.url, headers.get("set-cookie") ?? [])
    if (hop.withheld.length > 0) {
      const parameters = { origin: hop.request.url.origin, names: hop.withheld }
      const warning: Finding = { code: "headers_withheld", parameters }
      const isKnown = trip.seen.warnings.some((one) => isDeepStrictEqual(one, warning))
      if (!isKnown) trip.seen.warnings.push(warning)
    }
    from = request.url
    request = hop.request
  }
}

/** Judges the last response: decodes it, evaluates assertions, and keeps evidence of a failure. */
async function judge(
  assertions: Assertion[],
  { seen, fail, durationMs }: Trip,
  answer: Answer,
  { clock, shownBytes }: ProbeTools,
  signal: AbortSignal,
): Promise<Observation> {
  const { status, headers } = answer.head
  const encoding = (headers.get("content-encoding") ?? []).join(",")
  const [contentType = ""] = headers.get("content-type") ?? []
  const facts: Seen = {
    durationMs: durationMs(),
    now: clock.now(),
    status,
    headers,
    certificate: seen.certificate,
    body: { text: "", whole: true },
  }
  const all = withDefaults(assertions, facts)
  const decoded = needsBody(assertions) ? await decode(answer, encoding, mostJudged) : null
  if (decoded?.body === null) {
    fail(decoded.fault.class, decoded.fault.findings)
    return seen
  }
  if (decoded?.whole === false) {
    seen.warnings.push({ code: "body_longer", parameters: { mostMiB: mostJudged / 1_048_576 } })
  }
  const { results, failure } =
    decoded === null
      ? evaluate(all, facts)
      : await judgeBody({ assertions: all, facts, body: { ...decoded, contentType } }, signal)
  const isShown = failure !== null || shownBytes !== undefined
  const readable = decoded ?? (isShown ? await decode(answer, encoding, mostRead) : null)
  const isUnasked = status === 101 && failure?.class === "http_status"
  if (isUnasked) {
    fail("protocol", [{ code: "protocol_switched", parameters: {} }])
  }
  return {
    ...seen,
    failure: isUnasked ? seen.failure : failure,
    assertions: results,
    evidence: isShown
      ? evidenceOf({ head: answer.head, body: readable?.body ?? answer.body }, shownBytes)
      : null,
  }
}

function end({ seen, fail }: Trip, finding: Finding): Observation {
  fail("redirect", [finding])
  return seen
}

const needsBody = (assertions: Assertion[]) =>
  assertions.some(({ kind }) => kind === "body" || kind === "regex" || kind === "json_path")
