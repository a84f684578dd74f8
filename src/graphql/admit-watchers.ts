import type { Access, Actor, Permission } from "./access.ts"
import { createAccess } from "./access.ts"
import type { Context } from "./context.ts"
import { DomainError } from "./errors.ts"
import { prove } from "./standing.ts"

export type Right = { projectId: string; permission: Permission; noun: string }

/** Those who came with the same session or key, and what they may at this moment. */
export type Party<P> = { access: Access; places: P[] }

/**
 * Asks anew who may still listen: once for each session and key, all of them in one statement.
 *
 * @param refuse told of those who may not, and why.
 * @returns those who may see the same, together.
 */
export async function admitWatchers<P extends { ctx: Context }>(
  places: P[],
  right: Right,
  refuse: (places: P[], error: unknown) => void,
): Promise<Party<P>[][]> {
  const audiences = new Map<string, Party<P>[]>()
  const byCredential = Map.groupBy(places, ({ ctx }) => credentialOf(ctx.actor))
  await Promise.all(
    byCredential.values().map(async (places) => {
      const [{ ctx }] = places as [P, ...P[]]
      try {
        const access = await accessOf(ctx, right)
        const name = `${ctx.actor.kind} ${(await access.permissions(right.projectId)).join(" ")}`
        const parties = audiences.get(name) ?? []
        audiences.set(name, parties)
        parties.push({ access, places })
      } catch (error) {
        refuse(places, error)
      }
    }),
  )
  return [...audiences.values()]
}

const credentialOf = (actor: Actor): string => {
  if (actor.kind === "user") return `session ${actor.sessionId}`
  return actor.kind === "key" ? `key ${actor.keyId}` : actor.kind
}

/** @throws {DomainError} what `access.require` throws; `unauthorized` when the credential has ended. */
async function accessOf(ctx: Context, { projectId, permission, noun }: Right): Promise<Access> {
  const access = await accessNow(ctx, projectId)
  await access.require(projectId, permission, noun)
  return access
}

async function accessNow(ctx: Context, projectId: string): Promise<Access> {
  const { actor } = ctx
  if (actor.kind !== "user" && actor.kind !== "key") return createAccess(ctx, actor)
  const { isGood, standing } = await prove(ctx, actor, projectId)
  if (!isGood) {
    throw new DomainError("unauthorized", "The session or key that opened this stream has ended.")
  }
  return createAccess(ctx, actor, { projectId, standing })
}
