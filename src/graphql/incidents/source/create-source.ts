import { z } from "zod"
import type { Source } from "../../../../prisma/generated/client.ts"
import { Prisma } from "../../../../prisma/generated/browser.ts"
import { newId } from "../../../platform/id.ts"
import { senderKinds } from "../../../senders/sender-kinds.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { type Asked, id, parse } from "../../kernel/input.ts"
import { transact } from "../../kernel/transaction.ts"
import { requirePolicy } from "../../on-call/policy/require-policy.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import {
  asObject,
  mappingFault,
  mappingOf,
  sourceKind,
  sourceSettings,
} from "./rules/source-input.ts"
import { newSourceKey, storedKey } from "./source-key.ts"
import { sourceUrl } from "./source-url.ts"

const input = z.object({
  projectId: id,
  kind: sourceKind,
  ...sourceSettings,
  policyId: sourceSettings.policyId.default(null),
  severity: sourceSettings.severity.default("high"),
  labels: sourceSettings.labels.default([]),
  mapping: sourceSettings.mapping.default(null),
  isEnabled: sourceSettings.isEnabled.default(true),
  integrationKey: z.string().trim().optional(),
})

/** `key` and `url` are shown only once. */
export type CreatedSource = { source: Source; key: string; url: string }

const mostSources = 100

/** @throws {DomainError} validation_failed */
export async function createSource(
  ctx: Context,
  given: Asked<z.input<typeof input>>,
): Promise<CreatedSource> {
  const parsed = parse(input, given)
  const { projectId, kind, integrationKey, labels, mapping: paths, ...data } = parsed
  await ctx.access.require(projectId, "alerts:write")
  requireGivenKey(kind, integrationKey)
  const mapping = mappingOf(paths)
  const fault = mappingFault(kind, mapping)
  if (fault !== null) throw invalid("#/mapping", fault)
  const key = integrationKey ?? newSourceKey()
  const source = await transact(ctx, async (tx) => {
    await lockProject(tx, projectId)
    if ((await tx.db.source.count({ where: { projectId } })) >= mostSources) {
      throw invalid("#/projectId", `already has ${mostSources} sources; delete one first`)
    }
    await requirePolicy(tx, projectId, data.policyId)
    const { name } = data
    if ((await tx.db.source.count({ where: { projectId, name } })) > 0) throw takenName()
    const [made] = await tx.db.source.createManyAndReturn({
      data: [
        {
          ...data,
          id: newId(),
          projectId,
          kind,
          labels: asObject(labels),
          mapping: mapping ?? Prisma.DbNull,
          ...storedKey(key),
          isKeyGiven: integrationKey !== undefined,
        },
      ],
      skipDuplicates: true,
    })
    if (made === undefined) throw invalid("#/integrationKey", "is the key of another source")
    await recordAudit(tx, ctx.actor, "source.created", made, { kind })
    return made
  })
  return { source, key, url: sourceUrl(ctx.env.BASE_URL, kind, key) }
}

export const takenName = () => invalid("#/name", "is taken by another source of this project")

/** @throws {DomainError} validation_failed for a key that a sender of this kind cannot have used before. */
function requireGivenKey(kind: keyof typeof senderKinds, key: string | undefined): void {
  if (key === undefined) return
  const { givenKey } = senderKinds[kind]
  if (givenKey === null) throw invalid("#/integrationKey", "must be omitted for this kind")
  if (!givenKey.form.test(key)) throw invalid("#/integrationKey", givenKey.fault)
}
