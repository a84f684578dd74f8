type Place<Pool extends string> = {
  pool: Pool
  /** What shares the pool with others, such as a project or a provider. */
  share: string
  target: string
}

type Policy<Job, Pool extends string> = {
  /** Slots of each pool. */
  sizes: Record<Pool, number>
  placeOf(job: Job): Place<Pool>
  /**
   * When a job ends whose share or target has this many in flight, others may be waiting for it: start a claim.
   */
  crowdedAt: { share?: number; target?: number }
}

/** Free slots of a pool, and how many each share takes. */
export type Free = { free: number; busy: Record<string, number> }

export type Slots<Job, Pool extends string = string> = ReturnType<typeof createSlots<Job, Pool>>

/** Tracks what this process is working on. Claims read it, so that nothing is leased without a slot. */
export function createSlots<Job, Pool extends string>({
  sizes,
  placeOf,
  crowdedAt: { share: mostOfShare = Infinity, target: mostOfTarget = Infinity },
}: Policy<Job, Pool>) {
  const pools = Object.keys(sizes) as Pool[]
  const taken = new Map<Pool, number>()
  const targets = new Map<string, number>()
  const shares = new Map(pools.map((pool) => [pool, new Map<string, number>()]))
  const sharesOf = (pool: Pool) => shares.get(pool) ?? new Map<string, number>()
  const freeOf = (pool: Pool) => sizes[pool] - (taken.get(pool) ?? 0)

  function add(job: Job, by: 1 | -1): void {
    const { pool, share, target } = placeOf(job)
    count(taken, pool, by)
    count(sharesOf(pool), share, by)
    count(targets, target, by)
  }

  return {
    of: (pool: Pool): Free => ({
      free: freeOf(pool),
      busy: Object.fromEntries(sharesOf(pool)),
    }),
    isFull: (): boolean => pools.every((pool) => freeOf(pool) <= 0),
    take: (job: Job): void => add(job, 1),
    release: (job: Job): void => add(job, -1),
    isCrowded(job: Job): boolean {
      const { pool, share, target } = placeOf(job)
      return (
        freeOf(pool) <= 0 ||
        (sharesOf(pool).get(share) ?? 0) >= mostOfShare ||
        (targets.get(target) ?? 0) >= mostOfTarget
      )
    },
  }
}

function count<Key>(counts: Map<Key, number>, key: Key, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by
  if (now === 0) counts.delete(key)
  else counts.set(key, now)
}
