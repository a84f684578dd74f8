import { isIP } from "node:net"
import type { Finding } from "../../findings/finding.ts"
import { targetForbidden } from "../../platform/guard.ts"
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
  if (name === null) {
    return failed("dns_missing", [{ code: "name_invalid", parameters: { name: host } }])
  }

  const question = { name, type }
  const fromMs = tools.clock.monotonicMs()
  const asked = await ask(servers, question, signal)
  const dnsMs = tools.clock.monotonicMs() - fromMs
  const phases = { ...noPhases, dnsMs }
  if (asked.server === null) return unanswered(name, type, asked.faults, dnsMs, phases)

  const { server, message } = asked
  const seen: Observation = { ...nothingSeen, phases, address: server.address }
  if (message.rcode === "NXDOMAIN") {
    const parameters = { name, server: server.text }
    return failed("dns_missing", [{ code: "name_missing", parameters }], seen)
  }
  const { values, alias } = render(question, message.answers)
  if (values.length === 0) {
    const parameters = { name, type, alias, server: server.text }
    const assertions = [answerResult(target, [], false)]
    return failed("dns_missing", [{ code: "record_missing", parameters }], { ...seen, assertions })
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
  const expected = clip(missing)
  const parameters = { name, type, count: missing.length, expected, seen: clip(values) }
  return failed("dns_answer", [{ code: "records_differ", parameters }], { ...seen, assertions })
}

/**
 * A server named by the user is checked by the guard. The system's and the operator's are not, but they may know
 * internal names, which they are not asked for.
 */
function serversFor({ host, resolver }: DnsTarget, tools: ProbeTools): Server[] | Observation {
  if (resolver === null) {
    const refusal = isIP(host) === 0 ? tools.guard.refuseName(host) : tools.guard.refuse(host)
    if (refusal !== null) {
      return failed("forbidden_address", [targetForbidden(tools.guard, refusal, host)])
    }
    const servers = tools.resolver.servers.flatMap((text) => parseServer(text) ?? [])
    return servers.length > 0
      ? servers
      : failed("internal", [{ code: "no_name_server", parameters: {} }])
  }
  const server = parseServer(resolver)
  if (server === null) {
    return failed("internal", [{ code: "resolver_invalid", parameters: { resolver } }])
  }
  const refusal = tools.guard.refuse(server.address)
  if (refusal === null) return [server]
  const parameters = { why: [refusal], setting: tools.guard.settingFor(server.address) }
  return failed("forbidden_address", [{ code: "resolver_forbidden", parameters }])
}

function unanswered(
  name: string,
  type: string,
  faults: Extract<Asked, { server: null }>["faults"],
  afterMs: number,
  phases: Observation["phases"],
): Observation {
  const said = faults.map(({ isProtocol, server, ...fault }) => ({
    isProtocol,
    fault: { ...fault, server: server.text },
  }))
  const isOdd = said.length > 0 && said.every(({ isProtocol }) => isProtocol)
  const failureClass = isOdd ? "protocol" : "dns_temporary"
  const peers = faults.map(({ server }) => server.address)
  const parameters = { name, type, afterMs, faults: said.map(({ fault }) => fault) }
  return failed(failureClass, [{ code: "records_unanswered", parameters }], { phases }, { peers })
}

function answerResult(target: DnsTarget, values: string[], passed: boolean): AssertionResult {
  const { recordType: type, expectedValues } = target
  const count = expectedValues.length
  const expected: Finding =
    count > 0
      ? { code: "expects_records", parameters: { type, count, values: clip(expectedValues) } }
      : { code: "expects_some_record", parameters: { type } }
  const seen: Finding =
    values.length > 0
      ? { code: "saw_records", parameters: { values: clip(values) } }
      : { code: "saw_no_records", parameters: {} }
  return { name: "answer", passed, expected, seen }
}

/** As many values as fit. */
function clip(values: string[]): string {
  const text = values.join(", ")
  if (text.length <= mostShown) return text
  return `${text.slice(0, mostShown).replace(/[\ud800-\udbff]$/, "")}… (${values.length} in total)`
}
