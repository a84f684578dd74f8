import type { StateMeaning, Subject } from "../../../../../prisma/generated/enums.ts"

type BuiltInState = {
  subject: Subject
  name: string
  color: string
  meaning: StateMeaning
  order: number
  isBuiltIn: true
}

const state = (
  subject: Subject,
  name: string,
  color: string,
  meaning: StateMeaning,
  order: number,
) => ({ subject, name, color, meaning, order, isBuiltIn: true }) satisfies BuiltInState

/** States of every project, besides its custom ones. */
export const builtInStates: BuiltInState[] = [
  state("incident", "identified", "#d92d20", "open", 1),
  state("incident", "acknowledged", "#dc6803", "acknowledged", 2),
  state("incident", "resolved", "#079455", "resolved", 3),
  state("alert", "triggered", "#d92d20", "open", 1),
  state("alert", "acknowledged", "#dc6803", "acknowledged", 2),
  state("alert", "resolved", "#079455", "resolved", 3),
]

export const builtInSeverities: {
  subject: Subject
  name: string
  color: string
  rank: number
  isBuiltIn: true
}[] = [
  { subject: "incident", name: "critical", color: "#912018", rank: 1, isBuiltIn: true },
  { subject: "incident", name: "major", color: "#d92d20", rank: 2, isBuiltIn: true },
  { subject: "incident", name: "minor", color: "#dc6803", rank: 3, isBuiltIn: true },
  { subject: "alert", name: "high", color: "#d92d20", rank: 1, isBuiltIn: true },
  { subject: "alert", name: "low", color: "#dc6803", rank: 2, isBuiltIn: true },
]
