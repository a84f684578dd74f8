import { z } from "zod"
import type { Project, User } from "../../prisma/generated/client.ts"
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
 * An account by the hand of the operator, who needs no invitation.
 *
 * @throws {DomainError} validation_failed; conflict where the address has an account.
 */
export async function makeAccount(ctx: Context, given: z.input<typeof input>): Promise<User> {
  const { email, name, password } = parse(input, given)
  const { prisma } = ctx.database
  const { env } = ctx
  if ((await prisma.user.findUnique({ where: { email } })) !== null) {
    throw new DomainError("conflict", `${email} has an account already.`)
  }
  // Loaded here: no other command signs anybody up, and the library takes its time.
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
  // Signing up also signs in, and nobody will use that session.
  await prisma.session.deleteMany({ where: { userId: user.id } })
  return user
}

/** Projects that were made at the command line have no member, so that nobody could open them. */
export const orphanedProjects = ({ database }: Context): Promise<Project[]> =>
  database.prisma.project.findMany({
    where: { members: { none: {} } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  })

/** A member already there keeps the role. */
export async function makeOwner(ctx: Context, user: User, projects: Project[]): Promise<void> {
  for (const { id: projectId } of projects) {
    await transact(ctx, async (tx) => {
      const { count } = await tx.db.member.createMany({
        data: [{ id: newId(), projectId, userId: user.id, role: "owner" }],
        skipDuplicates: true,
      })
      if (count === 0) return
      await recordAudit(tx, ctx.actor, {
        projectId,
        action: "member.added",
        subjectId: user.id,
        subjectName: user.name,
        changes: { role: "owner" },
      })
      tx.publish("access.changed", { projectId, userId: user.id })
    })
  }
}
