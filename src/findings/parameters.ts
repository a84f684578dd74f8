import { z } from "zod"

/** Strings among parameters that people, targets or other systems wrote; no language changes them. */
export const evidenceMarks = z.registry<{ isEvidence: true }>()

/** Findings that are parameters of a finding: the failure that another sentence is about. */
export type Nested = readonly { code: string; parameters: object }[]
