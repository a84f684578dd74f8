import { z } from "zod"
import type { ApiKey, KeyClass } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import { sha256 } from "../../../platform/secret.ts"
import { isLimitable, scopes, type Permission, type Scope } from "../../kernel/access.ts"
import { recordAudit } from "../audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { type Asked, id, name, parse } from "../../kernel/input.ts"
import { chosenLabels, limitInput, limitNames } from "../label/chosen-labels.ts"
import { lockProject } from "../project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { newToken } from "./key-token.ts"
import { readOrigin, usualRequestsPerMinute } from "./rules/allowed-origin.ts"
import { scopesOf } from "./key-scopes.ts"
import { mcpWrite, mcpWriteStored } from "./legacy-scopes.ts"
import { scopeIncludes } from "./scope-includes.ts"

const scope = z.enum(["all", ...scopes, mcpWrite], {
  error: `must be all, or one of ${scopes.join(", ")}; for a legacy key, ${mcpWrite}`,
})

const mostOrigins = 20
const mostRequestsPerMinute = 600_000
const wholeRequests = `must be a whole number from 1 to ${mostRequestsPerMinute.toLocaleString("en")}`

const origin = z.string().transform((text, issue) => {
  const found = readOrigin(text)
  if (found !== null) return found
  issue.addIssue("must be an origin such as https://shop.example or https://*.shop.example")
  return z.NEVER
})

const input = z.object({
  projectId: id,
  class: z.enum(["public", "legacy", "ingestion"], {
    error: "must be public, legacy or ingestion",
  }),
  name,
  scopes: z.array(scope).max(50, "must name at most 50 scopes").default([]),
  expiresAt: z.date().nullish(),
  labelIds: limitInput.default([]),
  allowedOrigins: z
    .array(origin)
    .max(mostOrigins, `must be at most ${mostOrigins} origins`)
    .default([]),
  requestsPerMinute: z
    .int(wholeRequests)
    .min(1, wholeRequests)
    .max(mostRequestsPerMinute, wholeRequests)
    .nullish(),
})

/** `token` is the key itself; it cannot be read again. */
export type CreatedKey = { key: ApiKey; token: string }

/** Limit of active keys per project. */
const maxKeys = 100

/** @throws {DomainError} insufficient_scope for a scope that the actor does not have. */
export async function createKey(
  ctx: Context,
  given: Asked<z.input<typeof input>>,
): Promise<CreatedKey> {
  const { projectId, scopes: requested, expiresAt = null, labelIds, ...more } = parse(input, given)
  const { requestsPerMinute: limit, allowedOrigins: origins, ...data } = more
  await ctx.access.require(projectId, "keys:write")
  const granted = grantedTo(data.class, requested)
  if (expiresAt !== null && expiresAt <= ctx.clock.now()) {
    throw invalid("#/expiresAt", "must be in the future")
  }
  for (const needed of powersOf(data.class, granted, labelIds)) {
    await ctx.access.require(projectId, needed)
  }
  if (labelIds.length > 0 && data.class === "ingestion") {
    throw invalid("#/labelIds", "must be omitted: ingestion keys read no monitors")
  }
  const browser = browserUse(data.class, origins, limit ?? null)
  const { actor } = ctx
  const { token, hint } = newToken(data.class)
  const key = await transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    if ((await tx.db.apiKey.count({ where: { projectId, revokedAt: null } })) >= maxKeys) {
      throw invalid("#/projectId", `already has ${maxKeys} keys; revoke an unused one first`)
    }
    const labels = await chosenLabels(tx, projectId, labelIds)
    const key = await tx.db.apiKey.create({
      data: {
        ...data,
        ...browser,
        labelIds,
        id: newId(),
        projectId,
        hash: sha256(token),
        hint,
        scopes: granted,
        expiresAt,
        createdBy: actor.kind === "user" ? actor.userId : null,
      },
    })
    await recordAudit(tx, actor, "key.created", key, {
      class: key.class,
      scopes: granted,
      expiresAt: expiresAt?.toISOString() ?? null,
      ...(labelIds.length > 0 && { labels: limitNames(labels) }),
      ...(browser.allowedOrigins.length > 0 && browser),
    })
    return key
  })
  return { key, token }
}

/** Everything that a key can do, which its maker must be able to do: also what its class can without any scope. */
function powersOf(
  keyClass: KeyClass,
  granted: readonly (Scope | typeof mcpWrite)[],
  labelIds: readonly string[],
): Set<Permission> {
  const scopes = scopesOf[keyClass]([...granted])
  const all = scopes.flatMap((scope) => [
    scope,
    ...(scope === "telemetry:read" ? [] : (scopeIncludes[scope] ?? [])),
  ])
  return new Set(labelIds.length === 0 ? all : all.filter(isLimitable))
}

/** Origins make an ingestion key one for browsers. @throws {DomainError} validation_failed */
function browserUse(keyClass: KeyClass, origins: readonly string[], limit: number | null) {
  const allowedOrigins = [...new Set(origins)]
  if (allowedOrigins.length > 0 && keyClass !== "ingestion") {
    throw invalid("#/allowedOrigins", "must be omitted: only ingestion keys are for browsers")
  }
  if (allowedOrigins.length === 0 && limit !== null) {
    throw invalid("#/requestsPerMinute", "must be omitted for a key without allowedOrigins")
  }
  const requestsPerMinute = allowedOrigins.length === 0 ? null : (limit ?? usualRequestsPerMinute)
  return { allowedOrigins, requestsPerMinute }
}

type Requested = z.output<typeof scope>

/** @throws {DomainError} validation_failed for scopes that this class does not have. */
function grantedTo(
  keyClass: KeyClass,
  requested: readonly Requested[],
): (Scope | typeof mcpWrite)[] {
  switch (keyClass) {
    case "public": {
      const granted = requested.includes("all")
        ? [...scopes]
        : scopes.filter((one) => requested.includes(one))
      if (granted.length > 0 && !requested.includes(mcpWrite)) return granted
      throw invalid("#/scopes", `must name all, or at least one of ${scopes.join(", ")}`)
    }
    case "legacy":
      if (requested.every((one) => one === mcpWrite))
        return requested.length > 0 ? [...mcpWriteStored] : []
      throw invalid("#/scopes", `must be omitted, or be ${mcpWrite}: legacy keys have no other`)
    case "ingestion":
      if (requested.length === 0) return []
      throw invalid("#/scopes", "must be omitted: ingestion keys have no scopes")
  }
}
