import type { Finding } from "./finding.ts"
import { say } from "./say.ts"

/** An error that a person reads, or that is stored, as a finding. */
export class FindingError extends Error {
  readonly finding: Finding
  constructor(finding: Finding, options?: ErrorOptions) {
    super(say([finding]), options)
    this.finding = finding
  }
}

/** Why something failed; errors of the system and of libraries say it in their own words. */
export const findingOf = (error: unknown, code: "backup_failed" | "copy_not_written"): Finding => {
  if (error instanceof FindingError) return error.finding
  const said = error instanceof Error ? error.message : String(error)
  return { code, parameters: { said: said.slice(0, 1000).replace(/\.$/, "") } }
}
