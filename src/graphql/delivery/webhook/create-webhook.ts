import { z } from "zod"
import type { WebhookEndpoint } from "../../../../prisma/generated/client.ts"
import { newId } from "../../../platform/id.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { DomainError, invalid } from "../../kernel/errors.ts"
import { type Asked, id, parse } from "../../kernel/input.ts"
import { lockProject } from "../../workspace/project/lock-project.ts"
import { transact } from "../../kernel/transaction.ts"
import { asSubject } from "./webhook-diff.ts"
import { requireEvents } from "./require-events.ts"
import { description, enabled, eventTypes, url } from "./rules/webhook-input.ts"
import { requirePro } from "./rules/webhook-plan.ts"
import { newSigningSecret } from "./webhook-secret.ts"
import { readEndpointUrl } from "./webhook-url.ts"
import { maxEndpoints } from "./rules/webhook-limits.ts"

const input = z.object({
  projectId: id,
  url,
  description: description.default(""),
  eventTypes,
  enabled: enabled.default(true),
})

/** `secret` is shown only once. */
export type CreatedEndpoint = { endpoint: WebhookEndpoint; secret: string }

/** @throws {DomainError} plan_required on the Free plan, plan_limit_exceeded beyond 100 endpoints. */
export async function createEndpoint(
  ctx: Context,
  given: Asked<z.input<typeof input>>,
): Promise<CreatedEndpoint> {
  const { projectId, ...wanted } = parse(input, given)
  await ctx.access.require(projectId, "webhooks:write")
  await requireEvents(ctx, projectId, wanted.eventTypes)
  const { url, fault } = readEndpointUrl(wanted.url, ctx.env)
  if (fault !== null) throw invalid("#/url", fault)
  const { secret, hint } = newSigningSecret()
  const endpoint = await transact(ctx, async (tx) => {
    requirePro((await lockProject(tx, projectId)).plan)
    if ((await tx.db.webhookEndpoint.count({ where: { projectId } })) >= maxEndpoints) {
      throw new DomainError(
        "plan_limit_exceeded",
        `A project can have at most ${maxEndpoints} webhook endpoints; delete one that you do not use.`,
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
    await recordAudit(tx, ctx.actor, "webhook_endpoint.created", asSubject(endpoint), {
      eventTypes: endpoint.eventTypes,
      enabled: endpoint.enabled,
    })
    return endpoint
  })
  return { endpoint, secret }
}
