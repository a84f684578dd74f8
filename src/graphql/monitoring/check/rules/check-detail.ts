import { z } from "zod"
import { storedFinding, withFindings } from "../../../../findings/finding.ts"
import { failureClasses } from "./check-result.ts"

/** `reason` is what older versions stored. */
const said = { findings: z.unknown().optional(), reason: z.string().nullish() }

/** What is stored of a check beside its columns; null when there is nothing to add. */
const detail = z.object({
  assertions: z
    .array(
      z.object({
        name: z.string(),
        passed: z.boolean(),
        expected: storedFinding,
        seen: storedFinding,
        isKnown: z.boolean().default(true),
      }),
    )
    .catch([]),
  firstAttempt: z
    .object({
      failureClass: z.enum(failureClasses).nullable().catch(null),
      ...said,
      address: z.string().nullable().catch(null),
      againAt: z.coerce.date().nullable().catch(null),
    })
    .transform(withFindings)
    .nullable()
    .catch(null),
  egress: z
    .array(z.object({ anchor: z.string(), reachable: z.boolean(), durationMs: z.number() }))
    .nullable()
    .catch(null),
  rows: z.number().nullable().catch(null),
  measured: z
    .object({ ...said, seen: z.array(storedFinding) })
    .transform(withFindings)
    .nullable()
    .catch(null),
  inRow: z.object({ count: z.int(), since: z.coerce.date() }).nullable().catch(null),
})
export type CheckDetail = z.output<typeof detail>

/** Older versions may have written the row, so a member that does not parse counts as missing. */
export const readDetail = (stored: unknown): CheckDetail => detail.parse(stored ?? {})
