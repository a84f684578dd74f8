import { newId } from "../id.ts"
import type { Services } from "../services.ts"
import { checkEgress } from "./egress.ts"

const everyMs = 30_000
/** A line that is cut off is looked at sooner again. */
const cutOffMs = 5000

/**
 * Tells the health report how this prober's own line is. It judges no check: a look of a while ago says nothing
 * about the line at a failure.
 */
export function watchEgress(
  { env, log, clock, database: { pool } }: Services,
  proberId = newId(),
): { stop(): Promise<void> } {
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking = look()

  async function look(): Promise<void> {
    const isAlive = await tell().catch((err: unknown) => {
      log.debug({ err }, "could not tell how our own line is")
      return false
    })
    if (end.signal.aborted) return
    timer = setTimeout(
      () => {
        looking = look()
      },
      isAlive ? everyMs : cutOffMs,
    )
  }

  async function tell(): Promise<boolean> {
    const { signal } = end
    const { alive, samples } = await checkEgress({ anchors: env.EGRESS_ANCHORS, clock, signal })
    if (signal.aborted) return alive
    const reached = samples.filter(({ reachable }) => reachable).length
    await pool.query(
      `with gone as (delete from egress_look where at < now() - interval '1 hour' and prober_id <> $1)
       insert into egress_look (prober_id, anchors, reached, at) values ($1, $2, $3, now())
       on conflict (prober_id) do update set anchors = $2, reached = $3, at = now()`,
      [proberId, samples.length, reached],
    )
    return alive
  }

  return {
    async stop() {
      end.abort()
      clearTimeout(timer)
      await looking
      await pool.query("delete from egress_look where prober_id = $1", [proberId])
    },
  }
}
