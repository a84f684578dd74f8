import { isIP } from "node:net"
import { asWritten } from "../../findings/finding.ts"
import type { AssertionResult } from "../../graphql/monitoring/check/rules/check-result.ts"
import type { Target } from "../../graphql/monitoring/monitor/rules/monitor-target.ts"
import { evaluate } from "../assert.ts"
import { ask, type Asked } from "../dns/ask.ts"
import { queryName } from "../dns/dns-message.ts"
import { missingValues, render } from "../dns/render.ts"
import { parseServer, type Server } from "../dns/server.ts"
import { failed, nothingSeen, noPhases, type Observation } from "../observation.ts"
import type { Probe, ProbeTools } from "../probe.ts"

type DnsTarget = Target<"dns">

const mostShown = 1000

/**
 * Queries the monitor's own name server, or the system's, for records of one type. `dnsMs` is the time until the
 * answer including retries; `address` is the server that answered.
 */
export const probeDns: Probe<"dns"> = async (target, tools, signal) => {
  const { host, recordType: type } = target
  const servers = serversFor(target, tools)
  if (!Array.isArray(servers)) return servers
  const name = queryName(host, type)
  if (name === null) return failed("dns_missing", [asWritten(`"${host}" is not a valid DNS name.`)])

  const question = { name, type }
  const fromMs = tools.clock.monotonicMs()
  const asked = await ask(servers, question, signal)
  const dnsMs = tools.clock.monotonicMs() - fromMs
  const phases = { ...noPhases, dnsMs }
  if (asked.server === null) return unanswered(name, type, asked.faults, dnsMs, phases)

  const { server, message } = asked
  const seen: Observation = { ...nothingSeen, phases, address: server.address }
  if (message.rcode === "NXDOMAIN") {
    const reason = `The name ${name} does not exist (${server.text} returned NXDOMAIN).`
    return failed("dns_missing", [asWritten(reason)], seen)
  }
  const { values, alias } = render(question, message.answers)
  if (values.length === 0) {
    const through = alias === null ? "" : `, an alias of ${alias},`
    const reason = `${name}${through} has no ${type} record (according to ${server.text}).`
    const assertions = [answerResult(target, [], false)]
    return failed("dns_missing", [asWritten(reason)], { ...seen, assertions })
  }
  const missing = missingValues(type, target.expectedValues, values)
  const answer = answerResult(target, values, missing.length === 0)
  const { results, failure } = evaluate(target.assertions, {
    durationMs: dnsMs,
    now: tools.clock.now(),
  })
  const assertions = [answer, ...results]
  if (type === "A" || type === "AAAA") seen.answers = values
  if (missing.length === 0) return { ...seen, failure, assertions }
  const reason = `Expected ${name} to have the ${type} ${plural(missing)} ${clip(missing)}, got ${answer.seen}.`
  return failed("dns_answer", [asWritten(reason)], { ...seen, assertions })
}

/**
 * A server named by the user is checked by the guard. The system's and the operator's are not, but they may know
 * internal names, which they are not asked for.
 */
function serversFor({ host, resolver }: DnsTarget, tools: ProbeTools): Server[] | Observation {
  if (resolver === null) {
    const refusal = isIP(host) === 0 ? tools.guard.refuseName(host) : tools.guard.refuse(host)
    if (refusal !== null) {
      return failed("forbidden_address", [asWritten(`${refusal}. ${tools.guard.advice(host)}`)])
    }
    const servers = tools.resolver.servers.flatMap((text) => parseServer(text) ?? [])
    return servers.length > 0
      ? servers
      : failed("internal", [asWritten("No name server is configured. Set one in RESOLVERS.")])
  }
  const server = parseServer(resolver)
  if (server === null) {
    const reason = `The resolver "${resolver}" is not an address. Write it as 9.9.9.9, 9.9.9.9:5353 or [2620:fe::fe]:53.`
    return failed("internal", [asWritten(reason)])
  }
  const refusal = tools.guard.refuse(server.address)
  if (refusal === null) return [server]
  const reason = `The resolver is not allowed: ${refusal}. ${tools.guard.advice(server.address)}`
  return failed("forbidden_address", [asWritten(reason)])
}

function unanswered(
  name: string,
  type: string,
  faults: Extract<Asked, { server: null }>["faults"],
  afterMs: number,
  phases: Observation["phases"],
): Observation {
  const words = faults.map(({ server, words }) => `${server.text} ${words}`).join("; ")
  const isProtocol = faults.length > 0 && faults.every((fault) => fault.isProtocol)
  const after = afterMs < 1000 ? `${Math.ceil(afterMs)} ms` : `${(afterMs / 1000).toFixed(1)} s`
  const reason = `No name server returned the ${type} records of ${name} within ${after}: ${words || "none was queried"}.`
  const peers = faults.map(({ server }) => server.address)
  const failureClass = isProtocol ? "protocol" : "dns_temporary"
  return failed(failureClass, [asWritten(reason)], { phases }, { peers })
}

function answerResult(target: DnsTarget, values: string[], passed: boolean): AssertionResult {
  const { recordType: type, expectedValues } = target
  const expected =
    expectedValues.length > 0
      ? `the ${type} ${plural(expectedValues)} ${clip(expectedValues)}`
      : `at least one ${type} record`
  return { name: "answer", passed, expected, seen: values.length > 0 ? clip(values) : "none" }
}

const plural = (values: string[]) => (values.length === 1 ? "record" : "records")

/** As many values as fit. */
function clip(values: string[]): string {
  const text = values.join(", ")
  if (text.length <= mostShown) return text
  return `${text.slice(0, mostShown).replace(/[\ud800-\udbff]$/, "")}… (${values.length} in total)`
}
