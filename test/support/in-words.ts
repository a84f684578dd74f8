import { readFindings, readLast, type Finding } from "../../src/findings/finding.ts"
import { reasonOf, say } from "../../src/findings/say.ts"

/** An outcome with its finding as the English sentence that people read. */
export function inWords<T extends object>(
  outcome: T,
): Omit<T, "finding"> & { error?: string | null } {
  if (!("finding" in outcome)) return outcome
  const { finding, ...rest } = outcome as { finding: Finding | null }
  return { ...(rest as Omit<T, "finding">), error: finding && say([finding]) }
}

type Attempt = { findings: unknown; error: string | null }
type Failing = { lastFindings: unknown; lastError: string | null }

/** A stored delivery, channel or export with the English sentence of its last failure. */
export const lastInWords = <T extends Failing>(row: T) => ({
  ...row,
  lastError: reasonOf(readLast(row)),
})

/** A stored delivery with those of its attempts as well. */
export const deliveryInWords = <A extends Attempt, T extends Failing & { attempts: A[] }>(
  row: T,
) => ({
  ...lastInWords(row),
  attempts: row.attempts.map((one) => ({
    ...one,
    error: reasonOf(readFindings(one.findings, one.error)),
  })),
})
