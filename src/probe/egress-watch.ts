import { getServers } from "node:dns"
import { newId } from "../platform/id.ts"
import type { Services } from "../platform/services.ts"
import { checkEgress } from "./egress.ts"
import type { Family } from "./family.ts"
import { askNameServers } from "./name-servers.ts"
import { familyOfAnchor, hasPublicAddress } from "./own-address.ts"

const everyMs = 30_000
/** When something is down, check again sooner. */
const unhealthyMs = 5000
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
 * Report the state of this prober's own network for the health report. It judges no check: an earlier probe says
 * nothing about the network at the time of a failure.
 */
export function watchEgress(services: Services, proberId = newId()): { stop(): Promise<void> } {
  const { log, database } = services
  const { pool } = database
  const end = new AbortController()
  const find = createNetworkFinder(services, end.signal)
  let timer: NodeJS.Timeout | undefined
  let running = run()

  async function run(): Promise<void> {
    const isHealthy = await report().catch((err: unknown) => {
      log.debug({ err }, "could not report on our own network")
      return false
    })
    if (end.signal.aborted) return
    timer = setTimeout(
      () => {
        running = run()
      },
      isHealthy ? everyMs : unhealthyMs,
    )
  }

  async function report(): Promise<boolean> {
    const { anchors, reached, ipv4, ipv6, resolvers } = await find()
    const isHealthy = reached > 0 && ![ipv4, ipv6, resolvers].includes(false)
    if (end.signal.aborted) return isHealthy
    await pool.query(
      `with gone as (delete from egress_check where at < now() - interval '1 hour' and prober_id <> $1)
       insert into egress_check (prober_id, anchors, reached, ipv4, ipv6, resolvers, at)
       values ($1, $2, $3, $4, $5, $6, now())
       on conflict (prober_id) do update
         set anchors = $2, reached = $3, ipv4 = $4, ipv6 = $5, resolvers = $6, at = now()`,
      [proberId, anchors, reached, ipv4, ipv6, resolvers],
    )
    return isHealthy
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
