import type { Context } from "../../kernel/context.ts"
import type { ReportScope } from "./list-report-monitors.ts"

/** Requires what a report shows. @throws {DomainError} insufficient_scope */
export async function requireReport(
  { access }: Pick<Context, "access">,
  projectId: string,
  { statusPageId }: Pick<ReportScope, "statusPageId">,
): Promise<void> {
  await access.require(projectId, "monitors:read")
  await access.require(projectId, "incidents:read")
  if (statusPageId !== null) await access.require(projectId, "status_pages:read")
}
