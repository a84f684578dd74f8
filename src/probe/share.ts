import type { Family } from "./family.ts"

/** A running prober, as all others read it. */
export type ProberRow = {
  id: string
  /** Seconds since its network was proved over a family; null if it does not have the family. */
  ipv4Age: number | null
  ipv6Age: number | null
  /** Null for an older version, which counts every prober as one. */
  weight: number | null
}

/** Without proof for this long, a prober gives its monitors away if another can see. */
const unprovedSeconds = 10
/** A prober that left returns after this many proofs in a row, to half of its share for a while. */
const proofsToReturn = 3
const halfSeconds = 30

const age = (row: ProberRow, family: Family) => (family === 4 ? row.ipv4Age : row.ipv6Age)
const other = (family: Family): Family => (family === 4 ? 6 : 4)

const has = (row: ProberRow, family: Family): boolean =>
  (age(row, family) ?? Infinity) < unprovedSeconds
const hasLost = (row: ProberRow, family: Family): boolean =>
  (age(row, family) ?? 0) >= unprovedSeconds
const sees = (row: ProberRow): boolean =>
  (row.ipv4Age === null && row.ipv6Age === null) || has(row, 4) || has(row, 6)

/** Whether a prober should give its monitors away: it is blind, or without a family, where another is not. */
function mustLeave(own: ProberRow, others: ProberRow[]): boolean {
  if (!sees(own)) return others.some(sees)
  return ([4, 6] as const).some(
    (family) =>
      hasLost(own, family) &&
      others.some((row) => has(row, family) && !hasLost(row, other(family))),
  )
}

/**
 * The weight of this prober among all: 0 once it must leave, half for a while after its return, else 1. Kept from one
 * call to the next, a few seconds apart.
 */
export function createWeight() {
  let weight = 1
  let proofs = 0
  let returnedAtMs = -Infinity

  /** @param isProved whether the last pulse found the network as it should be. */
  return (own: ProberRow, others: ProberRow[], isProved: boolean, nowMs: number): number => {
    proofs = isProved ? proofs + 1 : 0
    const isAlone = !others.some((row) => row.weight !== 0 && sees(row))
    if (isAlone || others.some((row) => row.weight === null)) weight = 1
    else if (mustLeave(own, others)) weight = 0
    else if (weight === 0 && proofs >= proofsToReturn) {
      weight = 0.5
      returnedAtMs = nowMs
    } else if (weight === 0.5 && nowMs - returnedAtMs >= halfSeconds * 1000) weight = 1
    return weight
  }
}

/** How many of the shards belong to a prober. */
export function shareOf(own: number, others: ProberRow[], shards: number): number {
  const sum = others.reduce((all, { weight }) => all + (weight ?? 1), own)
  return own === 0 ? 0 : Math.ceil((shards * own) / sum)
}
