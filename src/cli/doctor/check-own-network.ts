import { existsSync } from "node:fs"
import { getServers } from "node:dns/promises"
import { once } from "node:events"
import { connect } from "node:net"
import { createSecureContext, getCACertificates } from "node:tls"
import { systemClock } from "../../platform/clock.ts"
import type { Env } from "../../platform/env.ts"
import { innermost } from "../../platform/innermost.ts"
import { portOf, proxiesOf, proxyNames } from "../../platform/proxy/proxy-settings.ts"
import { familyOfAnchor, parseAnchor } from "../../probe/anchor.ts"
import { parseServer } from "../../probe/dns/server.ts"
import { askAnchor, type AnchorReply } from "../../probe/honest/ask-anchor.ts"
import { askResolver, type ResolverReply } from "../../probe/honest/ask-resolver.ts"
import { readAuthorities } from "../../platform/read-authorities.ts"
import { hasPublicAddress } from "../../probe/own-address.ts"
import { error, ok, warning, type Finding } from "./finding.ts"

/** Checks of what proves our own network: see docs/verdict.md. */

const timeoutMs = 3000

export async function checkResolvers({ RESOLVERS, RESOLVER_NAMES }: Env): Promise<Finding> {
  const servers = RESOLVERS.length > 0 ? RESOLVERS : getServers()
  const advice =
    "Check /etc/resolv.conf, or set RESOLVERS to DNS servers that are reachable from here."
  if (servers.length === 0) return error("resolvers", "none configured", advice)
  const signal = AbortSignal.timeout(timeoutMs)
  const replies = await Promise.all(
    servers.map(async (text) => {
      const server = parseServer(text)
      return server && askResolver(server, RESOLVER_NAMES, signal)
    }),
  )
  const which = (test: (reply: ResolverReply | null) => boolean) =>
    servers.filter((_, at) => test(replies[at] ?? null)).join(", ")
  const silent = which((reply) => reply?.hasAnswered !== true)
  if (replies.every((reply) => reply?.hasAnswered !== true)) {
    return error("resolvers", `no response from ${silent}`, advice)
  }
  const lying = which((reply) => reply?.isLying === true || reply?.deniesRoot === true)
  if (lying !== "") {
    const words = `${lying} denies what every name server knows, or gives false addresses`
    return warning(
      "resolvers",
      words,
      "Set RESOLVERS to other servers, or RESOLVER_NAMES to names that these know.",
    )
  }
  if (silent !== "") return warning("resolvers", `no response from ${silent}`, advice)
  const unproved = which((reply) => !reply?.knows.root && !reply?.knows.names)
  if (unproved !== "") {
    const words = `${unproved} knows none of RESOLVER_NAMES`
    return warning(
      "resolvers",
      words,
      "Set RESOLVER_NAMES to names that it knows, with their addresses.",
    )
  }
  return ok("resolvers", servers.join(", "))
}

/** Only whether it can be reached: whether it refuses shows with each request. */
export async function checkProxy(env: Env): Promise<Finding> {
  const names = proxyNames(env)
  if (names === null) return ok("proxy", "not used: HTTPS_PROXY and HTTP_PROXY are not set")
  for (const { name, url } of proxiesOf(env)) {
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
    const socket = connect({ host, port: portOf(url) })
    try {
      await once(socket, "connect", { signal: AbortSignal.timeout(timeoutMs) })
    } catch (fault) {
      const said = innermost(fault).message
      const advice = "Check HTTPS_PROXY and HTTP_PROXY, and NO_PROXY for what needs no proxy."
      return error("proxy", `${name} cannot be reached: ${said}`, advice)
    } finally {
      socket.destroy()
    }
  }
  const except = env.NO_PROXY.length === 0 ? "" : `, except to ${env.NO_PROXY.join(", ")}`
  const what = names.includes(",") ? "carry" : "carries"
  return ok("proxy", `${names} ${what} requests to providers and to URLs of customers${except}`)
}

const states: Record<AnchorReply["state"], string> = {
  honest: "verified",
  unreachable: "not reached",
  mute: "accepts connections and sends nothing",
  untrusted: "certificate not trusted",
  wrong_name: "certificate for another name",
  out_of_date: "certificate out of date",
  foreign: "no TLS",
}

function describe({ anchor, state, issuer, isFull }: AnchorReply): string {
  const what =
    state === "honest" && parseAnchor(anchor)?.name === null ? "something answers" : states[state]
  const by = issuer === null || state === "honest" ? "" : `, issued by ${issuer}`
  const size =
    state === "honest" && !isFull ? ", short: shows no path that drops large packets" : ""
  return `${anchor} (${what}${by}${size})`
}

/** Says what each anchor proves. Without one that does, a timeout is never counted against a target. */
export async function checkAnchors({ EGRESS_ANCHORS, EGRESS_CA }: Env): Promise<Finding> {
  if (EGRESS_ANCHORS.length === 0) {
    const advice = "Set EGRESS_ANCHORS, so that a fault of this network is not taken for outages."
    return warning("egress", "off: failures count without a proof of our own network", advice)
  }
  // One that cannot be read is reported by itself.
  const ca =
    EGRESS_CA !== undefined && existsSync(EGRESS_CA) ? readAuthorities(EGRESS_CA) : undefined
  const context = createSecureContext(
    ca === undefined ? {} : { ca: [...getCACertificates("default"), ca] },
  )
  const signal = AbortSignal.timeout(timeoutMs)
  const replies = await Promise.all(
    EGRESS_ANCHORS.map(async (text): Promise<AnchorReply> => {
      const anchor = parseAnchor(text)
      const family = familyOfAnchor(text)
      return anchor === null
        ? { anchor: text, state: "unreachable", issuer: null, isFull: false, durationMs: 0 }
        : askAnchor(anchor, { family, context, signal, clock: systemClock })
    }),
  )
  const honest = replies.filter(({ state }) => state === "honest")
  const words = `${honest.length} of ${replies.length} anchors prove that our own network is honest: ${replies.map(describe).join(", ")}`
  if (honest.length === 0) {
    const advice =
      "Set EGRESS_ANCHORS to addresses that always respond from here. Until then, timeouts count as " +
      "unknown, not as outages. If TLS is inspected here, add its CA to NODE_EXTRA_CA_CERTS."
    return error("egress", words, advice)
  }
  const deadFamily = ([4, 6] as const).find((family) => {
    const named = replies.filter(({ anchor }) => familyOfAnchor(anchor) === family)
    return (
      named.length > 0 && named.every((one) => !honest.includes(one)) && hasPublicAddress(family)
    )
  })
  if (deadFamily !== undefined) {
    const advice = `Fix IPv${deadFamily} here, or remove its anchors from EGRESS_ANCHORS. Until then, failures over it count as unknown, and health is degraded.`
    return warning("egress", `${words}; none over IPv${deadFamily}`, advice)
  }
  if (honest.length * 2 < replies.length) {
    return warning("egress", words, "Replace anchors that are never verified.")
  }
  return ok("egress", words)
}
