import type { Context } from "../../kernel/context.ts"

export type Viewer = {
  kind: "user" | "key" | "system"
  id: string | null
  name: string
  email: string | null
  hasTwoFactor: boolean
  scopes: string[]
  projectId: string | null
  userId: string | null
}

/** Null for an anonymous caller. */
export async function findViewer({ actor, database }: Context): Promise<Viewer | null> {
  const nobody = { email: null, hasTwoFactor: false, scopes: [], projectId: null, userId: null }
  if (actor.kind === "anonymous") return null
  if (actor.kind === "system") return { ...nobody, kind: "system", id: null, name: actor.name }
  if (actor.kind === "key") {
    const { keyId, projectId, name, scopes } = actor
    return { ...nobody, kind: "key", id: keyId, name, scopes, projectId }
  }
  const { userId } = actor
  const user = await database.prisma.user.findUnique({ where: { id: userId } })
  if (user === null) return null
  const { name, email, twoFactorEnabled: hasTwoFactor } = user
  return { ...nobody, kind: "user", id: userId, name, email, hasTwoFactor, userId }
}
