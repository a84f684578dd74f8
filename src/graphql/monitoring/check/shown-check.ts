import type { Context } from "../../kernel/context.ts"
import { readsTelemetry } from "../../kernel/reads-telemetry.ts"
import type { CheckRow } from "./list-checks.ts"
import type { CheckDetail } from "./rules/check-detail.ts"
import { readDetail } from "./rules/check-detail.ts"

type Shown = { reason: string | null; assertions: CheckDetail["assertions"] }

/** The reason and the assertions of a check, with the values of telemetry for readers of telemetry alone. */
export async function shownCheck(
  ctx: Pick<Context, "access">,
  projectId: string,
  { reason, detail }: Pick<CheckRow, "reason" | "detail">,
): Promise<Shown> {
  const { assertions, measured } = readDetail(detail)
  if (measured === null || !(await readsTelemetry(ctx, projectId))) return { reason, assertions }
  return {
    reason: measured.reason ?? reason,
    assertions: assertions.map((one, at) => ({ ...one, seen: measured.seen[at] ?? one.seen })),
  }
}
