import { z } from "zod"
import { failureClasses } from "./result.ts"

/** What is kept of a check beside its columns; null where there is nothing to tell. */
const detail = z.object({
  assertions: z
    .array(
      z.object({
        name: z.string(),
        passed: z.boolean(),
        expected: z.string(),
        seen: z.string(),
      }),
    )
    .catch([]),
  firstAttempt: z
    .object({
      failureClass: z.enum(failureClasses).nullable().catch(null),
      reason: z.string().nullable(),
      address: z.string().nullable().catch(null),
      againAt: z.coerce.date().nullable().catch(null),
    })
    .nullable()
    .catch(null),
  egress: z
    .array(z.object({ anchor: z.string(), reachable: z.boolean(), durationMs: z.number() }))
    .nullable()
    .catch(null),
})
export type CheckDetail = z.output<typeof detail>

/** Rows outlive the program that wrote them, so a member that is not understood counts as absent. */
export const readDetail = (stored: unknown): CheckDetail => detail.parse(stored ?? {})
