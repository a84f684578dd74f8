import { z } from "zod"
import type { Project, User } from "../../prisma/generated/client.ts"
import { createAuth } from "../api/auth.ts"
import { recordAudit } from "../graphql/audit/record.ts"
import type { Context } from "../graphql/context.ts"
import { DomainError } from "../graphql/errors.ts"
import { name, parse, text } from "../graphql/input.ts"
import { transact } from "../graphql/transaction.ts"
import { newId } from "../id.ts"

const input = z.object({
  email: text(254).trim().toLowerCase().pipe(z.email("must be an e-mail address")),
  name,
  password: text(128).min(10, "must be at least 10 characters long"),
})

/**
 * An account by the hand of the operator, who needs no invitation; it takes over every project that has
 * no member yet, since nobody could open those.
 *
 * @throws {DomainError} validation_failed, also where the address has an account.
 */
export async function makeAccount(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<{ user: User; projects: Project[] }> {
  const { email, name, password } = parse(input, given)
  const { prisma } = ctx.database
  const { env } = ctx
  if ((await prisma.user.findUnique({ where: { email } })) !== null) {
    throw new DomainError("conflict", `${email} has an account already.`)
  }
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
  // Signing up also signs in, and nobody will use that session.
  await prisma.session.deleteMany({ where: { userId: user.id } })
  return { user, projects: await adoptProjects(ctx, user) }
}

/** Makes the person the owner of the projects that have no member. */
async function adoptProjects(ctx: Context, user: User): Promise<Project[]> {
  return transact(ctx, async (tx) => {
    const projects = await tx.db.project.findMany({
      where: { members: { none: {} } },
      orderBy: [{ name: "asc" }, { id: "asc" }],
    })
    for (const project of projects) {
      await tx.db.member.create({
        data: { id: newId(), projectId: project.id, userId: user.id, role: "owner" },
      })
      await recordAudit(tx, ctx.actor, {
        projectId: project.id,
        action: "member.added",
        subjectId: user.id,
        subjectName: user.name,
        changes: { role: "owner" },
      })
    }
    return projects
  })
}
