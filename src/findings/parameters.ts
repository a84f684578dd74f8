import { z } from "zod"

/** Strings among parameters that people, targets or other systems wrote; no language changes them. */
export const evidenceMarks = z.registry<{ isEvidence: true }>()

/** A name, an address or a quotation. Every language shows it verbatim, and isolated for text direction. */
export const evidence = () => z.string().register(evidenceMarks, { isEvidence: true })

/** Parameters with values that came from telemetry, which only its readers may see. */
export const telemetryMarks = z.registry<{ isFromTelemetry: true }>()

/** Null where the reader may not see it. Only direct parameters of a code may be marked. */
export function fromTelemetry<T extends z.ZodNumber | z.ZodString>(schema: T): z.ZodNullable<T> {
  const marked = z.nullable(schema)
  telemetryMarks.add(marked, { isFromTelemetry: true })
  return marked
}

/** Findings that are parameters of a finding: the failure that another sentence is about. */
export type Nested = readonly { code: string; parameters: object }[]

/** Checked where the whole list is read: a schema of its own would refer to itself. */
export const nested = (): z.ZodType<Nested> =>
  z.array(z.object({ code: z.string(), parameters: z.looseObject({}) }))
