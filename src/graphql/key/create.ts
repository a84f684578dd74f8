import { z } from "zod"
import type { ApiKey } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import { sha256 } from "../../secret.ts"
import { scopes } from "../access.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { id, name, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { newToken } from "./token.ts"

const scope = z.enum(["all", ...scopes], {
  error: `must be all, or one of ${scopes.join(", ")}`,
})

const input = z.object({
  projectId: id,
  class: z.enum(["public", "legacy", "ingestion"], {
    error: "must be public, legacy or ingestion",
  }),
  name,
  scopes: z.array(scope).max(50, "must name at most 50 scopes").default([]),
  expiresAt: z.date().nullish(),
})

/** `token` is the key itself, which is never to be had again. */
export type CreatedKey = { key: ApiKey; token: string }

/** At most this many keys that still work in a project. */
const maxKeys = 100

/** @throws {DomainError} insufficient_scope for a scope that the maker does not have. */
export async function createKey(ctx: Context, given: z.input<typeof input>): Promise<CreatedKey> {
  const { projectId, scopes: asked, expiresAt = null, ...data } = parse(input, given)
  await ctx.access.require(projectId, "keys:write")
  const granted = asked.includes("all") ? [...scopes] : scopes.filter((one) => asked.includes(one))
  if (data.class === "public" && granted.length === 0) {
    throw invalid("#/scopes", `must name all, or at least one of ${scopes.join(", ")}`)
  }
  if (data.class !== "public" && granted.length > 0) {
    throw invalid("#/scopes", "must be left out: only public keys carry scopes")
  }
  if (expiresAt !== null && expiresAt <= ctx.clock.now()) {
    throw invalid("#/expiresAt", "must be in the future")
  }
  for (const one of granted) await ctx.access.require(projectId, one)
  const { actor } = ctx
  const { token, hint } = newToken(data.class)
  const key = await transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    if ((await tx.db.apiKey.count({ where: { projectId, revokedAt: null } })) >= maxKeys) {
      throw invalid("#/projectId", `has ${maxKeys} keys already; revoke one that is not in use`)
    }
    const key = await tx.db.apiKey.create({
      data: {
        ...data,
        id: newId(),
        projectId,
        hash: sha256(token),
        hint,
        scopes: granted,
        expiresAt,
        createdBy: actor.kind === "user" ? actor.userId : null,
      },
    })
    await recordAudit(tx, actor, {
      projectId,
      action: "key.created",
      subjectId: key.id,
      subjectName: key.name,
      changes: { class: key.class, scopes: granted, expiresAt: expiresAt?.toISOString() ?? null },
    })
    return key
  })
  return { key, token }
}
