const pingsBetween = 20
const mostMonitors = 100_000

/**
 * Decides when to delete a monitor's oldest pings: at its first ping in this process and at every twentieth after
 * that. Searching old rows costs more than storing a ping.
 */
export function createForgetTurns(): (monitorId: string, pings: number) => boolean {
  const since = new Map<string, number>()
  return (monitorId, pings) => {
    const before = since.get(monitorId)
    const count = (before ?? pingsBetween) + pings
    const isDue = count >= pingsBetween
    if (since.size >= mostMonitors) since.clear()
    // Randomized, so that monitors first seen together are not cleaned together.
    const start = before === undefined ? Math.floor(Math.random() * pingsBetween) : 0
    since.set(monitorId, isDue ? start : count)
    return isDue
  }
}
