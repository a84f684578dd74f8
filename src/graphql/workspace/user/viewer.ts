import type { Context } from "../../kernel/context.ts"

export type Viewer = {
  kind: "user" | "key" | "system"
  id: string | null
  name: string
  email: string | null
  scopes: string[]
  projectId: string | null
  userId: string | null
}

/** Null for an anonymous caller. */
export function findViewer({ actor }: Pick<Context, "actor">): Viewer | null {
  const nobody = { email: null, scopes: [], projectId: null, userId: null }
  if (actor.kind === "anonymous") return null
  if (actor.kind === "system") return { ...nobody, kind: "system", id: null, name: actor.name }
  if (actor.kind === "key") {
    const { keyId, projectId, name, scopes } = actor
    return { ...nobody, kind: "key", id: keyId, name, scopes, projectId }
  }
  const { userId, name, email } = actor
  return { ...nobody, kind: "user", id: userId, name, email, userId }
}

export async function hasTwoFactor({ userId }: Viewer, { database }: Context): Promise<boolean> {
  if (userId === null) return false
  const user = await database.prisma.user.findUnique({
    where: { id: userId },
    select: { twoFactorEnabled: true },
  })
  return user?.twoFactorEnabled ?? false
}
