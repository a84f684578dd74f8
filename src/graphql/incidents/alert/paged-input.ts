import { z } from "zod"
import { invalid } from "../../kernel/errors.ts"
import { id, note } from "../../kernel/input.ts"
import type { Transaction } from "../../kernel/transaction.ts"

const mostNamed = 20

/** Whom a person pages, and what they write about it. */
export const named = {
  userIds: z.array(id).max(mostNamed, `must name at most ${mostNamed} people`).default([]),
  teamIds: z.array(id).max(mostNamed, `must name at most ${mostNamed} teams`).default([]),
  note: note.max(500, "must have at most 500 characters").trim().nullable().default(null),
}

type Named = { userIds: string[]; teamIds: string[] }

/**
 * The names of the people and teams.
 *
 * @throws {DomainError} validation_failed if nobody is named, or somebody who is not of the project.
 */
export async function requireNamed(
  { db }: Transaction,
  projectId: string,
  { userIds, teamIds }: Named,
): Promise<string[]> {
  if (userIds.length + teamIds.length === 0) {
    throw invalid("#/userIds", "or teamIds must name somebody")
  }
  const members = await db.member.findMany({
    where: { projectId, userId: { in: userIds } },
    select: { userId: true, user: { select: { name: true } } },
  })
  const teams = await db.team.findMany({ where: { projectId, id: { in: teamIds } } })
  const people = new Map(members.map(({ userId, user }) => [userId, user.name]))
  const names = new Map(teams.map((team) => [team.id, team.name]))
  return [
    ...userIds.map((userId, at) => nameOf(people, userId, `#/userIds/${at}`, "user of a member")),
    ...teamIds.map((teamId, at) => nameOf(names, teamId, `#/teamIds/${at}`, "team")),
  ]
}

function nameOf(
  names: ReadonlyMap<string, string>,
  id: string,
  pointer: string,
  what: string,
): string {
  const name = names.get(id)
  if (name === undefined) throw invalid(pointer, `must be a ${what} of the project`)
  return name
}
