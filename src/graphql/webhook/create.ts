import { z } from "zod"
import type { WebhookEndpoint } from "../../../prisma/generated/client.ts"
import { newId } from "../../id.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { DomainError, invalid } from "../errors.ts"
import { id, parse } from "../input.ts"
import { lockProject } from "../project/lock.ts"
import { transact } from "../transaction.ts"
import { withoutPath } from "./diff.ts"
import { description, enabled, eventTypes, url } from "./input.ts"
import { requirePro } from "./plan.ts"
import { newSigningSecret } from "./secret.ts"
import { readEndpointUrl } from "./url.ts"

const maxEndpoints = 100

const input = z.object({
  projectId: id,
  url,
  description: description.default(""),
  eventTypes,
  enabled: enabled.default(true),
})

/** `secret` is never to be had again. */
export type CreatedEndpoint = { endpoint: WebhookEndpoint; secret: string }

/** @throws {DomainError} plan_required on the Free plan, plan_limit_exceeded beyond 100 endpoints. */
export async function createEndpoint(
  ctx: Context,
  given: z.input<typeof input>,
): Promise<CreatedEndpoint> {
  const { projectId, ...wanted } = parse(input, given)
  await ctx.access.require(projectId, "webhooks:write")
  const { url, fault } = readEndpointUrl(wanted.url, ctx.env)
  if (fault !== null) throw invalid("#/url", fault)
  const { secret, hint } = newSigningSecret()
  const endpoint = await transact(ctx, async (tx) => {
    requirePro((await lockProject(tx, projectId)).plan)
    if ((await tx.db.webhookEndpoint.count({ where: { projectId } })) >= maxEndpoints) {
      throw new DomainError(
        "plan_limit_exceeded",
        `A project holds at most ${maxEndpoints} webhook endpoints; delete one that is not in use.`,
      )
    }
    const endpoint = await tx.db.webhookEndpoint.create({
      data: {
        ...wanted,
        url,
        id: newId(),
        projectId,
        sealedSecret: ctx.vault.seal(secret),
        secretHint: hint,
      },
    })
    await recordAudit(tx, ctx.actor, {
      projectId,
      action: "webhook_endpoint.created",
      subjectId: endpoint.id,
      subjectName: withoutPath(endpoint.url),
      changes: { eventTypes: endpoint.eventTypes, enabled: endpoint.enabled },
    })
    return endpoint
  })
  return { endpoint, secret }
}
