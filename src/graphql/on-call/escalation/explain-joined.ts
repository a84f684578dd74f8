import { joinedCauses } from "../../../findings/codes/timeline.ts"
import type { Finding } from "../../../findings/finding.ts"
import type { Context } from "../../kernel/context.ts"
import { isPlainCause } from "./rules/group-alerts.ts"

/** Explain why an alert has no page of its own; null if it has. */
export async function explainJoined(
  { database }: Pick<Context, "database">,
  alertId: string,
): Promise<Finding | null> {
  const escalation = await database.prisma.escalation.findUnique({
    where: { alertId, state: "joined" },
    include: { lead: { include: { alert: { select: { number: true } } } } },
  })
  const { causes = [], lead = null } = escalation ?? {}
  return lead && pagedBy(causes, lead)
}

/** That another alert pages for one with these causes. */
export function pagedBy(
  causes: readonly string[],
  lead: { causes: readonly string[]; alert: { number: number } },
): Finding {
  const isOfSlo = [...causes, ...lead.causes].some((cause) => cause.startsWith("slo:"))
  const shared = causes.flatMap((cause) =>
    lead.causes.includes(cause) ? [partsOf(cause, isOfSlo)] : [],
  )
  return { code: "paged_by_alert", parameters: { number: lead.alert.number, causes: shared } }
}

function partsOf(cause: string, isOfSlo: boolean) {
  const at = cause.indexOf(":")
  const name = cause.slice(0, at)
  const kind = name === "parent" && isOfSlo ? "monitor" : name
  return {
    kind: joinedCauses.find((one) => one === kind) ?? "other",
    // Others have an id as their value.
    value: isPlainCause(cause) ? cause.slice(at + 1) : null,
  }
}
