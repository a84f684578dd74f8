import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import type { Clock } from "../platform/clock.ts"
import { mayBe, parseAnchor } from "./anchor.ts"
import type { EgressVerdict } from "./egress.ts"
import type { Family } from "./family.ts"
import { sharedLines } from "./icmp/icmp-socket.ts"
import { pingAddresses } from "./icmp/ping-addresses.ts"

type Options = {
  anchors: string[]
  family: Family
  timeoutMs: number
  clock: Pick<Clock, "monotonicMs">
}

/**
 * Ping the anchors of one family at once: a firewall of ours may drop ICMP and nothing else. One that replies is
 * enough. Never rejects; an anchor that cannot be resolved counts as not reached.
 */
export async function pingAnchors({
  anchors,
  family,
  timeoutMs,
  clock,
}: Options): Promise<EgressVerdict> {
  const signal = AbortSignal.timeout(timeoutMs)
  const samples = await Promise.all(
    anchors
      .filter((anchor) => mayBe(anchor, family))
      .map(async (anchor) => {
        const from = clock.monotonicMs()
        const reachable = await reply(anchor, family, signal, clock)
        return { anchor: `ping ${anchor}`, reachable, durationMs: clock.monotonicMs() - from }
      }),
  )
  return { alive: samples.some(({ reachable }) => reachable), samples }
}

async function reply(
  anchor: string,
  family: Family,
  signal: AbortSignal,
  { monotonicMs }: Pick<Clock, "monotonicMs">,
): Promise<boolean> {
  const host = parseAnchor(anchor)?.host
  const address = host === undefined ? null : await resolve(host, family, signal)
  if (address === null) return false
  const result = await pingAddresses([{ address, family }], sharedLines, signal, monotonicMs)
  return result.kind === "answered"
}

/** The system's resolver cannot be aborted, so its answer is not waited for beyond the signal. */
async function resolve(host: string, family: Family, signal: AbortSignal): Promise<string | null> {
  if (isIP(host) !== 0) return host
  const expired = new Promise<null>((settle) => {
    signal.addEventListener("abort", () => settle(null), { once: true })
  })
  const found = lookup(host, { family }).then(
    ({ address }) => address,
    () => null,
  )
  return Promise.race([found, expired])
}
