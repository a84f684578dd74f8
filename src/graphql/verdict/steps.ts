import { z } from "zod"

const step = z.object({ step: z.string(), outcome: z.string(), detail: z.string() })
export type VerdictStep = z.output<typeof step>

/** The steps of a verdict as they were stored. A row that says something else is a fault of ours. */
export const readSteps = (stored: unknown): VerdictStep[] => z.array(step).parse(stored)
