import { z } from "zod"
import { storedFinding, type Finding } from "../../findings/finding.ts"

const rates = z.object({ short: z.number().nullable(), long: z.number().nullable() })
const count = z.number()

/** What an evaluation found, as stored with the SLO. Amounts are milliseconds or requests. */
const figures = z.object({
  good: count,
  bad: count,
  missing: count,
  excluded: count.default(0),
  remainingShare: z.number().nullable(),
  fast: rates,
  slow: rates,
  /** The rate that the forecast assumes. */
  currentRate: z.number().nullable(),
  exhaustedInMs: z.number().nullable(),
  /** Why there is no evaluation. */
  skipped: storedFinding.nullable(),
  /** False while past hours are still being read. */
  isComplete: z.boolean(),
})

export type SloFigures = z.output<typeof figures>

/** Null before the first evaluation. */
export const readFigures = (stored: unknown): SloFigures | null =>
  figures.nullable().catch(null).parse(stored)

/** Why the last evaluation could not be made; empty if it was. */
export const skippedOf = (stored: unknown): Finding[] => {
  const skipped = readFigures(stored)?.skipped ?? null
  return skipped === null ? [] : [skipped]
}
