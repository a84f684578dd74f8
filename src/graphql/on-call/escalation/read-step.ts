import type { EscalationStep } from "../../../../prisma/generated/client.ts"
import { asWritten, readFindings, type Finding } from "../../../findings/finding.ts"

/** What each target of a step resolved to; a row from before has a line for each. */
export const readStep = ({
  findings,
  found,
}: Pick<EscalationStep, "findings" | "found">): Finding[] =>
  findings === null
    ? (found ?? "").split("\n").flatMap((line) => (line === "" ? [] : [asWritten(line)]))
    : readFindings(findings)
