import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})

const howOften = ["most", "every_second", "every_third", "some"] as const
const attemptNouns = ["connection", "ping", "query"] as const
export type HowOften = (typeof howOften)[number]
export type AttemptNoun = (typeof attemptNouns)[number]

/** What several attempts have in common, and faults of the prober itself. Times in ms. */
export const proberCodes = {
  /** One address fails while another works; a family where they differ in it. */
  works_elsewhere: z.object({
    works: z.object({ address: evidence().nullable(), family: z.number().nullable() }),
    fails: z.object({ address: evidence().nullable(), family: z.number().nullable() }),
    cause: nested(),
  }),
  fails_often: z.object({
    often: z.enum(howOften),
    noun: z.enum(attemptNouns),
    failed: z.number(),
    of: z.number(),
    last: nested(),
  }),
  no_reason: none,
  prober_stalled: z.object({ isBusy: z.boolean(), attempts: z.number() }),
  prober_late: none,
  prober_failed: z.object({ error: evidence() }),
  large_response_waited: none,
  body_judged_late: none,
  body_not_judged: z.object({ error: evidence().nullable() }),
}
