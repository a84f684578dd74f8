import type { Clock } from "../platform/clock.ts"
import { mayBe } from "./anchor.ts"
import { checkEgress } from "./egress.ts"
import type { Family } from "./family.ts"
import { hasPublicAddress } from "./own-address.ts"

/** Whether anchors answered over each family; null if this machine has no such network, or no anchor of it is set. */
export type Pulse = Record<Family, boolean | null>

const timeoutMs = 900
/** Several callers within this share one pulse. */
const freshMs = 2000

type Options = {
  anchors: string[]
  clock: Clock
  hasFamily?: (family: Family) => boolean
  /** Whether what answers is known to be dishonest. */
  isDishonest?: (family: Family) => boolean
}

/** The state of this prober's own network every few seconds, by which probers share the monitors. */
export function createNetworkPulse({
  anchors,
  clock,
  hasFamily = hasPublicAddress,
  isDishonest = () => false,
}: Options): () => Promise<Pulse> {
  const had = new Set<Family>()
  let last: { atMs: number; pulse: Promise<Pulse> } | null = null

  async function feel(family: Family): Promise<boolean | null> {
    if (!anchors.some((anchor) => mayBe(anchor, family))) return null
    const { alive } = await checkEgress({ anchors, family, timeoutMs, clock })
    if (alive && !isDishonest(family)) {
      had.add(family)
      return true
    }
    return had.has(family) || hasFamily(family) ? false : null
  }

  async function take(): Promise<Pulse> {
    const [four, six] = await Promise.all([feel(4), feel(6)])
    return { 4: four, 6: six }
  }

  return () => {
    const nowMs = clock.monotonicMs()
    if (last === null || nowMs - last.atMs > freshMs) last = { atMs: nowMs, pulse: take() }
    return last.pulse
  }
}
