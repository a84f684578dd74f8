import { z } from "zod"
import { evidence } from "../parameters.ts"

const pair = { shortMinutes: z.number(), longMinutes: z.number(), limit: z.number() }

/** Burn rates of an error budget. `short` and `long` are the rates over the two windows; null without data. */
export const sloCodes = {
  /** The title of an alert. The budget lasts so long at this rate; null if it is not used up within the window. */
  slo_burns: z.object({ slo: evidence(), rate: z.number(), lastsMs: z.number().nullable() }),
  slo_burns_too_fast: z.object({ slo: evidence() }),
  burn_rates: z.object({ short: z.number().nullable(), long: z.number().nullable(), ...pair }),
  /** The same without figures, which came from telemetry. */
  burn_rate_exceeded: z.object(pair),
  /** `rate` is null without data. */
  burn_rate_fell_to: z.object({
    shortMinutes: z.number(),
    rate: z.number().nullable(),
    limit: z.number(),
  }),
  burn_rate_fell: z.object({ shortMinutes: z.number(), limit: z.number() }),
  burn_alert_switched_off: z.object({}),
  /** 0 to 1, or negative. */
  budget_left: z.object({ share: z.number() }),
  budget_unknown: z.object({}),
  /** Why there is no evaluation. */
  no_telemetry_stored: z.object({}),
  too_many_spans: z.object({}),
}
