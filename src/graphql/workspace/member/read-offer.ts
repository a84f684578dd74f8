import type { Role } from "../../../../prisma/generated/enums.ts"
import type { Context } from "../../kernel/context.ts"
import { parse } from "../../kernel/input.ts"
import { text } from "../../../platform/text-schema.ts"
import { heldRole } from "./chosen-role.ts"
import { findOpenInvitation } from "./open-invitation.ts"

export type Offer = {
  projectName: string
  email: string
  role: Role
  roleName: string
  expiresAt: Date
}

/** Needs no sign-in: the token authorizes it. */
export async function readOffer(ctx: Context, token: string): Promise<Offer | null> {
  const { prisma } = ctx.database
  const found = await findOpenInvitation(prisma, parse(text(100), token), ctx.clock.now())
  if (found === null) return null
  const project = await prisma.project.findUnique({ where: { id: found.projectId } })
  if (project === null) return null
  const { email, role, expiresAt } = found
  const { roleName } = heldRole(found)
  return { projectName: project.name, email, role, roleName, expiresAt }
}
