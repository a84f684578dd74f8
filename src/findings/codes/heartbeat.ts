import { z } from "zod"
import { evidence } from "../parameters.ts"

const expected = { intervalMinutes: z.number(), graceMinutes: z.number() }

/** Pings that did not come, or said that a job failed. Times are ISO 8601, durations in ms. */
export const heartbeatCodes = {
  ping_missing: z.object({ silentMs: z.number(), ...expected }),
  job_unfinished: z.object({ sinceMs: z.number(), ...expected }),
  job_failed: z.object({ agoMs: z.number(), said: evidence().nullable() }),
  failure_in_row: z.object({ count: z.number(), of: z.number() }),
  /** A ping is due in time over which nothing proved that it could arrive; `since` is null if nothing ever did. */
  ping_unproved: z.object({ since: z.string().nullable() }),
  /** No ping can arrive, as far as we know. */
  pings_unheard: z.object({}),
  ping_maybe_lost: z.object({
    due: z.string(),
    from: z.string(),
    to: z.string(),
    next: z.string(),
  }),
  telemetry_unproved: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
}
