import type { Context } from "../../kernel/context.ts"

/** Explain why an alert has no page of its own; null if it has. */
export async function explainJoined(
  { database }: Pick<Context, "database">,
  alertId: string,
): Promise<string | null> {
  const escalation = await database.prisma.escalation.findUnique({
    where: { alertId, state: "joined" },
    include: { lead: { include: { alert: { select: { number: true } } } } },
  })
  if (escalation === null || escalation.lead === null) return null
  const { causes, lead } = escalation
  const isOfSlo = [...causes, ...lead.causes].some((cause) => cause.startsWith("slo:"))
  const shared = causes
    .filter((cause) => lead.causes.includes(cause))
    .map((cause) => describeCause(cause, isOfSlo))
  const why = shared.length === 0 ? "one cause" : shared.join(", ")
  return `Alert #${lead.alert.number} pages for it: both have to do with ${why}.`
}

function describeCause(cause: string, isOfSlo: boolean): string {
  const at = cause.indexOf(":")
  const [kind, value] = [cause.slice(0, at), cause.slice(at + 1)]
  if (kind === "parent") return isOfSlo ? "the same monitor" : "the same parent"
  if (kind === "slo") return "the same SLO"
  if (kind === "mass") return "most monitors failing at once"
  return `${kind === "class" ? "failures of the kind" : kind} ${value}`
}
