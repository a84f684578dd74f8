import type { Clock } from "../clock.ts"
import type { Log } from "../log.ts"

const syncMs = 30_000

/**
 * Follows another clock: asks it periodically and adds monotonic time in between. Uses the local time until the
 * first answer.
 */
export async function followClock(ask: () => Promise<Date>, clock: Clock, log: Log) {
  let aheadMs = clock.now().getTime() - clock.monotonicMs()

  async function sync(): Promise<void> {
    try {
      aheadMs = (await ask()).getTime() - clock.monotonicMs()
    } catch (err) {
      log.debug({ err }, "could not read PostgreSQL's time")
    }
  }

  await sync()
  const timer = setInterval(() => void sync(), syncMs).unref()
  return {
    now: () => new Date(aheadMs + clock.monotonicMs()),
    stop: () => clearInterval(timer),
  }
}
