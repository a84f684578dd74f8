import { invalid } from "../errors.ts"
import type { Transaction } from "../transaction.ts"
import type { RuleInput } from "./fields.ts"
import type { LayerInput } from "./layer-fields.ts"
import { idOf } from "./words.ts"

type Named = { id: string; pointer: string }

/**
 * The caller holds `lockProject`, so that nobody leaves meanwhile.
 *
 * @throws {DomainError} validation_failed at the first person who is no member of the project.
 */
export async function requireMembers({ db }: Transaction, projectId: string, people: Named[]) {
  const where = { projectId, userId: { in: [...new Set(people.map(({ id }) => id))] } }
  const found = await db.member.findMany({ where, select: { id: true, userId: true } })
  const known = new Map(found.map(({ id, userId }) => [userId, id]))
  requireAll(people, known, "must be the user of a member of the project")
  return known
}

/** @throws {DomainError} validation_failed at the first target that the project does not have. */
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
  const rooms = await tx.db.channel.findMany({ where: { projectId }, select: { id: true } })
  requireAll(named.rotation, setOf(rotations), "must be a rotation of the project")
  requireAll(named.channel, setOf(rooms), "must be a channel of the project")
}

/** @throws {DomainError} validation_failed at the first participant who is no member of the project. */
export async function requireParticipants(
  tx: Transaction,
  projectId: string,
  layers: LayerInput[],
): Promise<void> {
  const people = layers.flatMap(({ participantIds }, layerAt) =>
    participantIds.map((id, at) => ({ id, pointer: `#/layers/${layerAt}/participantIds/${at}` })),
  )
  await requireMembers(tx, projectId, people)
}

function requireAll(named: Named[], known: { has(id: string): boolean }, detail: string): void {
  const lost = named.find(({ id }) => !known.has(id))
  if (lost !== undefined) throw invalid(lost.pointer, detail)
}

const setOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id))
