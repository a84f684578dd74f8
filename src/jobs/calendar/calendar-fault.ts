import type { Finding } from "../../findings/finding.ts"
import { say } from "../../findings/say.ts"

/** An error shown to the calendar's owner. */
export class CalendarFault extends Error {
  readonly finding: Finding
  constructor(finding: Finding) {
    super(say([finding]))
    this.finding = finding
  }
}
