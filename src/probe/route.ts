import type { Family } from "./family.ts"
import type { Address, Choose } from "./probe.ts"

export type Route = {
  /** The first attempt: one address, a different one at each check. */
  first: Choose
  /**
   * The second attempt: the other addresses, those of the other family first; the same one if there is no other.
   */
  others: Choose
  /** The address of the first attempt again. */
  same: Choose
  /** The address that failed in the last check. */
  suspect: Choose
  /** Records which address the first attempt reached. */
  note(reached: string | null): void
  /** Whether `others` found an address that the first attempt did not try. */
  readonly isElsewhere: boolean
  /** Whether the host still has the suspect address. */
  readonly hasSuspect: boolean
  /** The only address that the first attempt used last; null if it may have tried several. */
  readonly lead: string | null
}

/**
 * Selects which of a name's addresses the attempts of a check use. Skips families that our own network lacks while
 * there are others, and tries a suspect address last.
 * @param turn a counter that grows by one per check and rotates the addresses.
 */
export function createRoute({
  turn,
  suspect,
  wasAlive,
}: {
  turn: number
  suspect: string | null
  wasAlive(family: Family): boolean
}): Route {
  const tried = new Map<string, Address[]>()
  let lead: string | null = null
  let isElsewhere = false
  let hasSuspect = false

  const isSuspect = ({ address }: Address) => address === suspect
  const usable = (all: Address[], otherwise: Address[]): Address[] => {
    const seen = all.filter(({ family }) => wasAlive(family))
    return seen.length > 0 ? seen : otherwise
  }
  const first: Choose = (host, all) => {
    const known = usable(
      all,
      all.filter(({ family }) => family === all[0]?.family),
    )
    const sound = known.filter((one) => !isSuspect(one))
    const from = sound.length > 0 ? sound : known
    const one = from[turn % from.length]
    // The addresses of localhost are local: any that responds will do.
    const chosen = one === undefined || isLocal(host) ? all : [one]
    tried.set(host, chosen)
    lead = chosen.length === 1 ? (chosen[0]?.address ?? null) : null
    return chosen
  }
  /** The first attempt's addresses that the host still has. */
  const before = (host: string, all: Address[]): Address[] => {
    const known = tried.get(host) ?? []
    return all.filter((one) => known.some(({ address }) => address === one.address))
  }
  const same: Choose = (host, all) => {
    const known = before(host, all)
    return known.length > 0 ? known : all
  }

  return {
    first,
    same,
    others(host, all) {
      const known = before(host, all)
      // The first attempt has not reached this host, or the host has moved since.
      if (known.length === 0) return usable(all, all)
      const others = (isLocal(host) ? all : usable(all, all)).filter((one) => !known.includes(one))
      const sound = others.filter((one) => !isSuspect(one))
      const last = others.filter(isSuspect)
      if (sound.length === 0) return [...known, ...last]
      isElsewhere = true
      const family = known[0]?.family
      const near = sound.filter((one) => one.family === family)
      return [...sound.filter((one) => one.family !== family), ...near, ...last]
    },
    suspect(host, all) {
      const found = all.filter(isSuspect)
      if (found.length > 0) hasSuspect = true
      return found.length > 0 ? found : same(host, all)
    },
    note(reached) {
      for (const [host, addresses] of tried) {
        const one = addresses.filter(({ address }) => address === reached)
        if (one.length > 0) tried.set(host, one)
      }
    },
    get isElsewhere() {
      return isElsewhere
    },
    get hasSuspect() {
      return hasSuspect
    },
    get lead() {
      return lead
    },
  }
}

const isLocal = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host)
