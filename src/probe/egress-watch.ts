import type { Finding } from "../findings/finding.ts"
import { getServers } from "node:dns"
import { newId } from "../platform/id.ts"
import type { Services } from "../platform/services.ts"
import { familyOfAnchor } from "./anchor.ts"
import { checkEgress } from "./egress.ts"
import type { Family } from "./family.ts"
import { networkFinding, type NetworkFinding } from "./honest/finding.ts"
import { askNameServers } from "./name-servers.ts"
import type { OwnNetwork } from "./own-network.ts"
import { hasPublicAddress } from "./own-address.ts"

const everyMs = 30_000
/** When something is down, check again sooner. */
const unhealthyMs = 5000
/** How often all anchors are asked for what only they can show, while nothing fails. */
const pulseMs = 60_000
const nameServerMs = 3000

type Found = {
  anchors: number
  reached: number
  /** Null if no anchor of the family is configured, or this machine has no such address. */
  ipv4: boolean | null
  ipv6: boolean | null
  resolvers: boolean | null
}

/**
 * The slow pulse: prove this prober's own network, and report it for the health report. It judges no failed check: an
 * earlier proof says nothing about the network at the time of a failure.
 */
export function watchEgress(
  services: Services,
  { honesty }: Pick<OwnNetwork, "honesty">,
  proberId = newId(),
): { stop(): Promise<void> } {
  const { log, database, clock } = services
  const { pool } = database
  const end = new AbortController()
  const find = createNetworkFinder(services, end.signal)
  let timer: NodeJS.Timeout | undefined
  let pulsedMs = -Infinity
  let isHealthy = false
  let running = run()

  async function run(): Promise<void> {
    isHealthy = await report().catch((err: unknown) => {
      log.debug({ err }, "could not report on our own network")
      return false
    })
    if (end.signal.aborted) return
    timer = setTimeout(
      () => {
        running = run()
      },
      // Probers that started together must not go on asking at the same moments.
      (isHealthy ? everyMs : unhealthyMs) * (0.8 + 0.2 * Math.random()),
    )
  }

  /** Also sooner when something is wrong, to see when it is right again. */
  async function pulse(): Promise<void> {
    if (isHealthy && clock.monotonicMs() - pulsedMs < pulseMs * 0.9) return
    pulsedMs = clock.monotonicMs()
    await honesty.pulse()
  }

  async function report(): Promise<boolean> {
    const [{ anchors, reached, ipv4, ipv6, resolvers }] = await Promise.all([find(), pulse()])
    const findings = findingsOf(honesty, { 4: ipv4, 6: ipv6 })
    const isWell =
      findings.every(({ code }) => code === "strange") && ![ipv4, ipv6, resolvers].includes(false)
    if (end.signal.aborted) return isWell
    await pool.query(
      `with gone as (delete from egress_check where at < now() - interval '1 hour' and prober_id <> $1)
       insert into egress_check (prober_id, anchors, reached, ipv4, ipv6, resolvers, findings, ipv4_proved_at,
                                 ipv6_proved_at, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())
       on conflict (prober_id) do update
         set anchors = $2, reached = $3, ipv4 = $4, ipv6 = $5, resolvers = $6, findings = $7,
             ipv4_proved_at = $8, ipv6_proved_at = $9, at = now()`,
      [
        proberId,
        anchors,
        reached,
        ipv4,
        ipv6,
        resolvers,
        JSON.stringify(findings),
        honesty.provedAt(4),
        honesty.provedAt(6),
      ],
    )
    return isWell && (reached > 0 || anchors === 0)
  }

  return {
    async stop() {
      end.abort()
      clearTimeout(timer)
      await running
      await pool.query("delete from egress_check where prober_id = $1", [proberId])
    },
  }
}

/**
 * For the health report, in which `strange` harms nothing. A family that cannot be reached at all is reported as such,
 * and not once more as a finding.
 */
function findingsOf(
  honesty: OwnNetwork["honesty"],
  reached: Record<Family, boolean | null>,
): Finding[] {
  const { findings, strange } = honesty.report()
  const isNews = (one: NetworkFinding) =>
    one.code !== "no_honest_anchor" || reached[one.family] === true
  const reported = findings.filter(isNews).map((one): Finding => {
    return { code: "own_network_fault", parameters: { why: [networkFinding(one)] } }
  })
  return strange.length === 0
    ? reported
    : [...reported, { code: "strange", parameters: { names: strange } }]
}

/**
 * Check this machine's own network. A family without answers is a fault if it answered since the start, or if the
 * machine has a public address of it, and if anchors of it are configured.
 */
export function createNetworkFinder(
  { env, clock }: Pick<Services, "env" | "clock">,
  signal: AbortSignal,
  hasFamily: (family: Family) => boolean = hasPublicAddress,
): () => Promise<Found> {
  const { EGRESS_ANCHORS: anchors, RESOLVERS } = env
  const byFamily = Map.groupBy(anchors, familyOfAnchor)
  const had = new Set<Family>()
  const reach = async (family: Family | null): Promise<number> => {
    const asked = byFamily.get(family) ?? []
    const { samples } = await checkEgress({ anchors: asked, clock, signal })
    const reached = samples.filter(({ reachable }) => reachable).length
    if (family !== null && reached > 0) had.add(family)
    return reached
  }
  const isAlive = (family: Family, reached: number): boolean | null => {
    if (reached > 0) return true
    const isMissed = had.has(family) || hasFamily(family)
    return byFamily.has(family) && isMissed ? false : null
  }

  return async () => {
    const servers = RESOLVERS.length > 0 ? RESOLVERS : getServers()
    const [four, six, named, names] = await Promise.all([
      reach(4),
      reach(6),
      reach(null),
      askNameServers(servers, clock, nameServerMs),
    ])
    return {
      anchors: anchors.length,
      reached: four + six + named,
      ipv4: isAlive(4, four),
      ipv6: isAlive(6, six),
      resolvers: servers.length === 0 ? null : names.alive,
    }
  }
}
