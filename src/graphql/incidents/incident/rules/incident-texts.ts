import type { ActorKind } from "../../../../../prisma/generated/enums.ts"
import { readFindings, type Finding } from "../../../../findings/finding.ts"
import { say } from "../../../../findings/say.ts"

/** What is said in English, and the same as data; none for what a person wrote. */
type Said = { text: string; findings: readonly Finding[] }

const saidBy = (findings: readonly Finding[], written: string): Said => ({
  findings,
  text: findings.length === 0 ? written : say(findings),
})

/** What an incident says of itself. */
export const descriptionOf = (incident: { description: string; findings: unknown }): Said =>
  saidBy(readFindings(incident.findings, incident.description), incident.description)

/** What an entry of its timeline says. */
export const entryTextOf = (entry: {
  body: string
  findings: unknown
  actorKind: ActorKind
}): Said =>
  saidBy(readFindings(entry.findings, entry.actorKind === "system" ? entry.body : null), entry.body)
