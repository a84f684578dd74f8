import { z } from "zod"
import { evidence } from "../parameters.ts"

export const joinedCauses = [
  "host",
  "address",
  "certificate",
  "resolver",
  "class",
  "parent",
  "monitor",
  "slo",
  "mass",
  "other",
] as const

/** What happened to an alert, what was not done and why. Times are ISO 8601. */
export const timelineCodes = {
  /** Another alert pages for it, because of what both have in common. */
  paged_by_alert: z.object({
    number: z.number(),
    causes: z.array(z.object({ kind: z.enum(joinedCauses), value: evidence().nullable() })),
  }),
}
