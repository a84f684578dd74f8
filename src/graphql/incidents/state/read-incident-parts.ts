import type { Subject } from "../../../../prisma/generated/enums.ts"
import { invalid } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"

type Db = Transaction["db"]

/** Every project has the built-in states, so these are always found. */
export const builtInState = (db: Db, projectId: string, subject: Subject, name: string) =>
  db.state.findUniqueOrThrow({
    where: { projectId_subject_name: { projectId, subject, name } },
  })

/** @throws {DomainError} validation_failed at `#/state`, listing the existing states. */
export async function namedState(db: Db, projectId: string, subject: Subject, name: string) {
  const states = await db.state.findMany({
    where: { projectId, subject },
    orderBy: [{ order: "asc" }, { id: "asc" }],
  })
  const state = states.find((one) => one.name === name)
  if (state === undefined) throw invalid("#/state", oneOf(states))
  return state
}

/** @throws {DomainError} validation_failed at `#/severity`, listing the existing severities. */
export async function namedSeverity(db: Db, projectId: string, subject: Subject, name: string) {
  const severities = await db.severity.findMany({
    where: { projectId, subject },
    orderBy: [{ rank: "asc" }, { id: "asc" }],
  })
  const severity = severities.find((one) => one.name === name)
  if (severity === undefined) throw invalid("#/severity", oneOf(severities))
  return severity
}

const oneOf = (choices: { name: string }[]) =>
  `must be one of ${choices.map(({ name }) => name).join(", ")}`
