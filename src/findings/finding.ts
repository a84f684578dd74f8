import { z } from "zod"
import { codes } from "./codes.ts"
import type { Nested } from "./parameters.ts"

type Code = keyof typeof codes
/** Why something happened, as data: a code and its parameters. */
export type Finding = {
  [C in Code]: { code: C; parameters: z.output<(typeof codes)[C]> }
}[Code]

const isCode = (code: string): code is Code => Object.hasOwn(codes, code)

/** A finding as stored. Fails for a code that this version does not know. */
const finding: z.ZodType<Finding> = z
  .object({ code: z.string(), parameters: z.unknown() })
  .transform(({ code, parameters }, context): Finding => {
    if (!isCode(code)) {
      context.addIssue({ code: "custom", message: `"${code}" is not a code of a finding.` })
      return z.NEVER
    }
    const read = codes[code].safeParse(parameters)
    if (!read.success) {
      context.addIssue({ code: "custom", message: `${code}: ${z.prettifyError(read.error)}` })
      return z.NEVER
    }
    // The schema was chosen by the code, which the type of a union cannot say.
    return { code, parameters: read.data } as Finding
  })

export const asWritten = (text: string): Finding => ({ code: "as_written", parameters: { text } })

/** A code that only a newer version knows must not fail its reader. */
export function readFinding(one: Nested[number]): Finding {
  const read = finding.safeParse(one)
  return read.success ? read.data : asWritten(`This version has no words for "${one.code}".`)
}

const stored = z.array(z.object({ code: z.string(), parameters: z.looseObject({}) }))

/** Findings as stored, or the English sentence of a row from before. */
export const readFindings = (json: unknown, text: string | null = null): Finding[] =>
  json === null || json === undefined
    ? text === null
      ? []
      : [asWritten(text)]
    : stored.parse(json).map(readFinding)
