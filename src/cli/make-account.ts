import { z } from "zod"
import type { Project, User } from "../../prisma/generated/client.ts"
import { recordAudit } from "../graphql/workspace/audit/record-audit.ts"
import type { Context } from "../graphql/kernel/context.ts"
import { DomainError } from "../graphql/kernel/errors.ts"
import { name, parse } from "../graphql/kernel/input.ts"
import { text } from "../platform/text-schema.ts"
import { transact } from "../graphql/kernel/transaction.ts"
import { newId } from "../platform/id.ts"

const input = z.object({
  email: text(254).trim().toLowerCase().pipe(z.email("must be an e-mail address")),
  name,
  password: text(128).min(10, "must be at least 10 characters long"),
})

/**
 * Creates an account for the operator, without an invitation.
 * @throws {DomainError} validation_failed; conflict if the address has an account.
 */
export async function makeAccount(ctx: Context, given: z.input<typeof input>): Promise<User> {
  const { email, name, password } = parse(input, given)
  const { prisma } = ctx.database
  const { env } = ctx
  if ((await prisma.user.findUnique({ where: { email } })) !== null) {
    throw new DomainError("conflict", `${email} already has an account.`)
  }
  // Loaded lazily, because better-auth is slow to load and no other command needs it.
  const { createAuth } = await import("../api/auth.ts")
  const auth = createAuth({ ...ctx, env: { ...env, SIGN_UP: "open" } })
  const response = await auth.handler(
    new Request(`${env.BASE_URL}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(env.BASE_URL).origin },
      body: JSON.stringify({ email, name, password }),
    }),
    "127.0.0.1",
  )
  if (!response.ok) {
    const { message } = z.object({ message: z.string() }).parse(await response.json())
    throw new DomainError("validation_failed", message)
  }
  const user = await prisma.user.findUniqueOrThrow({ where: { email } })
  // Signing up also creates a session, which nobody will use.
  await prisma.session.deleteMany({ where: { userId: user.id } })
  return user
}

/** Projects created on the command line have no members, so nobody could open them. */
export const orphanedProjects = ({ database }: Context): Promise<Project[]> =>
  database.prisma.project.findMany({
    where: { deletedAt: null, members: { none: {} } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  })

/** An existing member keeps their role. */
export async function makeOwner(
  ctx: Context,
  user: User,
  projects: Pick<Project, "id">[],
): Promise<void> {
  for (const { id: projectId } of projects) {
    await transact(ctx, async (tx) => {
      const { count } = await tx.db.member.createMany({
        data: [{ id: newId(), projectId, userId: user.id, role: "owner" }],
        skipDuplicates: true,
      })
      if (count === 0) return
      await recordAudit(tx, ctx.actor, "member.added", { ...user, projectId }, { role: "owner" })
      tx.publish("access.changed", { projectId, userId: user.id })
    })
  }
}
