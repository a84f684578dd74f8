import { z } from "zod"
import { Prisma } from "../../../../prisma/generated/browser.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { type Asked, given as present, id, parse } from "../../kernel/input.ts"
import { followPolicies, lockPaging } from "../../on-call/policy/follow-policies.ts"
import { requirePolicy } from "../../on-call/policy/require-policy.ts"
import { diff } from "../../on-call/schedule/on-call-diff.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import { changeSource } from "./change-source.ts"
import { takenName } from "./create-source.ts"
import { asObject, mappingFault, mappingOf, sourceSettings } from "./rules/source-input.ts"

const input = z
  .object({ id, ...z.object(sourceSettings).partial().shape })
  .refine((values) => Object.keys(present(values)).length > 1, {
    error: "must contain at least one setting",
  })

/**
 * Changes the settings that are given. Paging of open alerts follows another policy; their severity stays.
 *
 * @throws {DomainError} validation_failed
 */
export async function updateSource(ctx: Context, values: Asked<z.input<typeof input>>) {
  const { id: sourceId, labels, mapping: paths, ...settings } = parse(input, values)
  return changeSource(ctx, sourceId, async (tx, before) => {
    const { id, projectId, kind } = before
    const { policyId, name } = settings
    if (name !== undefined && name !== before.name) {
      if ((await tx.db.source.count({ where: { projectId, name } })) > 0) throw takenName()
    }
    const mapping = paths === undefined ? undefined : mappingOf(paths)
    const fault = mapping === undefined ? null : mappingFault(kind, mapping)
    if (fault !== null) throw invalid("#/mapping", fault)
    const isOtherPolicy = policyId !== undefined && policyId !== before.policyId
    if (isOtherPolicy) await requirePolicy(tx, projectId, policyId)
    const paging = isOtherPolicy ? await lockPaging(tx, projectId) : null
    const plain = present(settings)
    const source = await tx.db.source.update({
      where: { id },
      data: {
        ...plain,
        ...(labels !== undefined && { labels: asObject(labels) }),
        ...(mapping !== undefined && { mapping: mapping ?? Prisma.DbNull }),
      },
    })
    if (paging !== null) await followPolicies(tx, paging)
    await recordAudit(tx, ctx.actor, "source.updated", source, {
      ...diff(before, plain),
      ...(labels !== undefined && { labels: asObject(labels) }),
      ...(mapping !== undefined && { mapping }),
    })
    return source
  })
}
