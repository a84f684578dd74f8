import { createAccess, type Access, type Actor, type Permission } from "../kernel/access.ts"
import type { Context } from "../kernel/context.ts"
import { DomainError } from "../kernel/errors.ts"
import type { About } from "../kernel/monitor-scope.ts"
import { reauthorize } from "./reauthorize.ts"

export type RequiredPermission = {
  projectId: string
  permission: Permission
  noun: string
  /** What the stream is about as a whole, if not the whole project. */
  about?: About
}

/** Entries that share one session or key, and its current permissions. */
export type CredentialGroup<Entry> = { access: Access; entries: Entry[] }

/**
 * Checks again who may still watch, once for each session and key, in one statement.
 * @param refuse receives the entries that may no longer watch, and the reason.
 * @returns entries grouped by permissions and the labels that they are limited to.
 */
export async function authorizeWatchers<Entry extends { ctx: Context }>(
  entries: Entry[],
  required: RequiredPermission,
  refuse: (entries: Entry[], error: unknown) => void,
): Promise<CredentialGroup<Entry>[][]> {
  const audiences = new Map<string, CredentialGroup<Entry>[]>()
  const byCredential = Map.groupBy(entries, ({ ctx }) => credentialOf(ctx.actor))
  await Promise.all(
    byCredential.values().map(async (entries) => {
      const [{ ctx }] = entries as [Entry, ...Entry[]]
      try {
        const access = await accessOf(ctx, required)
        const permissions = await access.permissions(required.projectId)
        const limit = await access.limit(required.projectId)
        const name = `${ctx.actor.kind} ${permissions.join(" ")} ${limit?.toSorted().join(" ") ?? ""}`
        const groups = audiences.get(name) ?? []
        audiences.set(name, groups)
        groups.push({ access, entries })
      } catch (error) {
        refuse(entries, error)
      }
    }),
  )
  return [...audiences.values()]
}

const credentialOf = (actor: Actor): string => {
  if (actor.kind === "user") return `session ${actor.sessionId}`
  return actor.kind === "key" ? `key ${actor.keyId}` : actor.kind
}

/** @throws {DomainError} what `access.require` throws; `unauthorized` if the credential has ended. */
async function accessOf(
  ctx: Context,
  { projectId, permission, noun, about }: RequiredPermission,
): Promise<Access> {
  const access = await currentAccess(ctx, projectId)
  await access.require(projectId, permission, noun, about)
  return access
}

async function currentAccess(ctx: Context, projectId: string): Promise<Access> {
  const { actor } = ctx
  if (actor.kind !== "user" && actor.kind !== "key") return createAccess(ctx, actor)
  const { isValid, grant } = await reauthorize(ctx, actor, projectId)
  if (!isValid) {
    throw new DomainError("unauthorized", "The session or key that opened this stream has ended.")
  }
  return createAccess(ctx, actor, { projectId, grant })
}
