import { invalid } from "../../kernel/errors.ts"
import type { Transaction } from "../../kernel/transaction.ts"
import type { RuleInput } from "../on-call-fields.ts"
import { idOf } from "./rules/on-call-words.ts"

type Named = { id: string; pointer: string }

/**
 * Require that all people are members; the caller holds `lockProject`, so nobody leaves meanwhile.
 *
 * @throws {DomainError} validation_failed at the first non-member.
 */
export async function requireMembers({ db }: Transaction, projectId: string, people: Named[]) {
  const where = { projectId, userId: { in: [...new Set(people.map(({ id }) => id))] } }
  const found = await db.member.findMany({ where, select: { id: true, userId: true } })
  const known = new Map(found.map(({ id, userId }) => [userId, id]))
  requireAll(people, known, "must be the user of a member of the project")
  return known
}

/** @throws {DomainError} validation_failed at the first target that is not in the project. */
export async function requireTargets(tx: Transaction, projectId: string, rules: RuleInput[]) {
  const named: Record<RuleInput["targets"][number]["kind"], Named[]> = {
    user: [],
    team: [],
    rotation: [],
    channel: [],
  }
  for (const [ruleAt, { targets }] of rules.entries()) {
    for (const [at, target] of targets.entries()) {
      const pointer = `#/rules/${ruleAt}/targets/${at}/${target.kind}Id`
      named[target.kind].push({ pointer, id: idOf(target) ?? "" })
    }
  }
  await requireMembers(tx, projectId, named.user)
  const teams = await tx.db.team.findMany({ where: { projectId }, select: { id: true } })
  const rotations = await tx.db.rotation.findMany({ where: { projectId }, select: { id: true } })
  requireAll(named.team, setOf(teams), "must be a team of the project")
  const channels = await tx.db.channel.findMany({ where: { projectId }, select: { id: true } })
  requireAll(named.rotation, setOf(rotations), "must be a rotation of the project")
  requireAll(named.channel, setOf(channels), "must be a channel of the project")
}

/** @throws {DomainError} validation_failed at the first participant who is not a member. */
export async function requireParticipants(
  tx: Transaction,
  projectId: string,
  layers: { participantIds: string[] }[],
): Promise<void> {
  const people = layers.flatMap(({ participantIds }, layerAt) =>
    participantIds.map((id, at) => ({ id, pointer: `#/layers/${layerAt}/participantIds/${at}` })),
  )
  await requireMembers(tx, projectId, people)
}

function requireAll(named: Named[], known: { has(id: string): boolean }, detail: string): void {
  const unknown = named.find(({ id }) => !known.has(id))
  if (unknown !== undefined) throw invalid(unknown.pointer, detail)
}

const setOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id))
