import type { Finding } from "../../../findings/finding.ts"
import type { Context } from "../../kernel/context.ts"
import { readsTelemetry } from "../../kernel/reads-telemetry.ts"
import type { CheckRow } from "./list-checks.ts"
import { readDetail, type CheckDetail } from "./rules/check-detail.ts"

type Shown = { findings: Finding[]; assertions: CheckDetail["assertions"] }

/** The findings and the assertions of a check, with the values of telemetry for readers of telemetry alone. */
export async function shownCheck(
  ctx: Pick<Context, "access">,
  projectId: string,
  { findings, detail }: Pick<CheckRow, "findings" | "detail">,
): Promise<Shown> {
  const { assertions, measured } = readDetail(detail)
  if (measured === null || !(await readsTelemetry(ctx, projectId))) return { findings, assertions }
  return {
    findings: measured.findings.length > 0 ? measured.findings : findings,
    assertions: assertions.map((one, at) => ({ ...one, seen: measured.seen[at] ?? one.seen })),
  }
}
