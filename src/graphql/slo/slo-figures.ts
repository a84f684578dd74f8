import { z } from "zod"

const rates = z.object({ short: z.number().nullable(), long: z.number().nullable() })
const count = z.number()

/** What an evaluation found, as stored with the SLO. Amounts are milliseconds or requests. */
const figures = z.object({
  good: count,
  bad: count,
  missing: count,
  remainingShare: z.number().nullable(),
  fast: rates,
  slow: rates,
  /** The rate that the forecast assumes. */
  currentRate: z.number().nullable(),
  exhaustedInMs: z.number().nullable(),
  /** Why there is no evaluation, in one sentence. */
  skipped: z.string().nullable(),
  /** False while past hours are still being read. */
  isComplete: z.boolean(),
})

export type SloFigures = z.output<typeof figures>

/** Null before the first evaluation. */
export const readFigures = (stored: unknown): SloFigures | null =>
  figures.nullable().catch(null).parse(stored)
