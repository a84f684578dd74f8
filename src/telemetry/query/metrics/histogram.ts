/** Measurements above `low`, up to `high`. */
export type Bucket = { low: number; high: number; count: number }

/**
 * Buckets of an explicit histogram: one more count than bounds, the first and the last without an end. None without
 * bounds: a single bucket says nothing about a value.
 */
export function explicitBuckets(bounds: readonly number[], counts: readonly number[]): Bucket[] {
  if (bounds.length === 0) return []
  const first = bounds[0] ?? 0
  const last = bounds.at(-1) ?? 0
  return counts.map((count, at) => ({
    low: at === 0 ? Math.min(0, first) : (bounds[at - 1] ?? last),
    // What is beyond the last bound is counted as the last bound.
    high: bounds[at] ?? last,
    count,
  }))
}

export type Exponential = {
  scale: number
  zeroCount: number
  /** Counts by index: bucket i reaches from base^i to base^(i+1), where base is 2^(2^-scale). */
  positive: Readonly<Record<string, number>>
  negative: Readonly<Record<string, number>>
}

export function exponentialBuckets({
  scale,
  zeroCount,
  positive,
  negative,
}: Exponential): Bucket[] {
  const bound = (index: number) => 2 ** (index * 2 ** -scale)
  const buckets = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([index, count]) => ({
      low: bound(Number(index)),
      high: bound(Number(index) + 1),
      count,
    }))
  return [
    ...buckets(negative).map(({ low, high, count }) => ({ low: -high, high: -low, count })),
    ...(zeroCount > 0 ? [{ low: 0, high: 0, count: zeroCount }] : []),
    ...buckets(positive),
  ]
}

/**
 * Estimates a quantile from buckets, which may overlap; within a bucket measurements are taken to be spread evenly.
 * Null without a measurement.
 */
export function quantileOf(buckets: readonly Bucket[], quantile: number): number | null {
  const some = buckets.filter(({ count }) => count > 0)
  const total = some.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const edges = [...new Set(some.flatMap(({ low, high }) => [low, high]))].toSorted((a, b) => a - b)
  const below = (value: number) =>
    some.reduce((sum, { low, high, count }) => {
      if (value >= high) return sum + count
      return value <= low ? sum : sum + (count * (value - low)) / (high - low)
    }, 0)
  const wanted = total * quantile
  let [least, most] = [0, edges.length - 1]
  while (least < most) {
    const middle = (least + most) >> 1
    if (below(edges[middle] ?? 0) >= wanted) most = middle
    else least = middle + 1
  }
  const high = edges[least] ?? 0
  const low = edges[least - 1]
  if (low === undefined) return high
  const [before, after] = [below(low), below(high)]
  // Buckets of one point, such as that of zero, rise at their edge.
  const jump = some.reduce(
    (sum, one) => (one.low === high && one.high === high ? sum + one.count : sum),
    0,
  )
  const rise = after - jump - before
  return rise <= 0 || wanted >= after - jump
    ? high
    : low + ((high - low) * (wanted - before)) / rise
}
