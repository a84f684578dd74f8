import { z } from "zod"

/** Strings among parameters that people, targets or other systems wrote; no language changes them. */
export const evidenceMarks = z.registry<{ isEvidence: true }>()

/** A name, an address or a quotation. Every language shows it verbatim, and isolated for text direction. */
export const evidence = () => z.string().register(evidenceMarks, { isEvidence: true })

/** Findings that are parameters of a finding: the failure that another sentence is about. */
export type Nested = readonly { code: string; parameters: object }[]

/** Checked where the whole list is read: a schema of its own would refer to itself. */
export const nested = (): z.ZodType<Nested> =>
  z.array(z.object({ code: z.string(), parameters: z.looseObject({}) }))
