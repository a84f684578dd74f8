import { z } from "zod"
import { newId } from "../../../platform/id.ts"
import { isLimitable } from "../../kernel/access.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { id, parse } from "../../kernel/input.ts"
import { requirePerson } from "../../kernel/require-person.ts"
import { transact } from "../../kernel/transaction.ts"
import { recordAudit } from "../audit/record-audit.ts"
import { mcpWrites } from "../key/legacy-scopes.ts"
import { newOAuthToken } from "./oauth-token.ts"
import { answerUrl, readRequest } from "./read-request.ts"

const mostGrants = 50

const input = z.object({ request: z.unknown(), projectId: id, mayWrite: z.boolean() })

/**
 * Grants a program access to one project and returns where the browser goes with the code.
 *
 * @throws {DomainError} insufficient_scope for write access that the person does not have.
 */
export async function approveRequest(ctx: Context, given: z.input<typeof input>): Promise<string> {
  const { request, projectId, mayWrite } = parse(input, given)
  const userId = requirePerson(ctx)
  await ctx.access.require(projectId, "monitors:read", "project", "within")
  const isLimited = (await ctx.access.limit(projectId)) !== null
  // The program is limited like the person, so that it gets no other scopes.
  const scopes = mcpWrites.filter((scope) => !isLimited || isLimitable(scope))
  for (const scope of mayWrite ? scopes : []) {
    await ctx.access.require(projectId, scope, "project", "within")
  }
  const asked = await readRequest(ctx, request)
  const { client, redirectUri, codeChallenge: challenge } = asked
  const code = await transact(ctx, async (tx) => {
    // Grants of one person are made one after the other, so that the limit holds.
    await tx.db.$queryRaw`select from "user" where id = ${userId}::uuid for no key update`
    const held = await tx.db.oAuthGrant.count({ where: { userId, revokedAt: null } })
    if (held >= mostGrants) {
      throw invalid("#/projectId", `cannot be granted: you have ${mostGrants} grants; revoke one`)
    }
    const grant = await tx.db.oAuthGrant.create({
      data: {
        id: newId(),
        projectId,
        userId,
        clientId: client.id,
        clientName: client.name,
        mayWrite,
        isStrong: ctx.actor.kind === "user" && ctx.actor.isStrong === true,
      },
    })
    const { token, row } = newOAuthToken("code", grant.id, ctx.clock.now())
    await tx.db.oAuthToken.create({ data: { ...row, redirectUri, challenge } })
    const changes = { client: client.id, mayWrite }
    const subject = { ...grant, name: client.name }
    await recordAudit(tx, ctx.actor, "oauth_grant.created", subject, changes)
    return token
  })
  return answerUrl(ctx, asked, { code })
}
