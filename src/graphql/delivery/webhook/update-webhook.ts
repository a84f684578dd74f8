import type { z } from "zod"
import type { WebhookEndpoint } from "../../../../prisma/generated/client.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { invalid } from "../../kernel/errors.ts"
import { changes, given, parse, type Asked } from "../../kernel/input.ts"
import { cancelQueued } from "./cancel-queued.ts"
import { changeEndpoint } from "./change-webhook.ts"
import { diffEndpoint, asSubject } from "./webhook-diff.ts"
import { requireEvents } from "./require-events.ts"
import * as fields from "./rules/webhook-input.ts"
import { readEndpointUrl } from "./webhook-url.ts"

const input = changes({
  url: fields.url,
  description: fields.description.nullable(),
  eventTypes: fields.eventTypes,
  enabled: fields.enabled,
})

/** Reset when an endpoint is enabled again. */
const resetHealth = { disabledReason: null, consecutiveFailures: 0, failingSince: null }

/**
 * Change the given fields; null clears the description. Disabling cancels queued deliveries; enabling resets the
 * failure counters and the reason.
 */
export async function updateEndpoint(
  ctx: Context,
  endpointId: string,
  values: Asked<z.input<typeof input>>,
): Promise<WebhookEndpoint> {
  const { url, description, ...others } = parse(input, values)
  const read = url === undefined ? null : readEndpointUrl(url, ctx.env)
  if (read !== null && read.fault !== null) throw invalid("#/url", read.fault)
  const wanted = given({
    ...others,
    url: read?.url,
    description: description === null ? "" : description,
  })
  return changeEndpoint(ctx, endpointId, async (tx, before, at) => {
    const changes = diffEndpoint(before, wanted)
    if (Object.keys(changes).length === 0) return before
    await requireEvents(ctx, before.projectId, wanted.eventTypes ?? [])
    const isEnabledAgain = wanted.enabled === true && !before.enabled
    const endpoint = await tx.db.webhookEndpoint.update({
      where: { id: before.id },
      data: { ...wanted, ...(isEnabledAgain ? resetHealth : {}), updatedAt: at },
    })
    if (before.enabled && !endpoint.enabled) {
      await cancelQueued(tx, endpoint.id, { code: "endpoint_off", parameters: {} })
    }
    await recordAudit(tx, ctx.actor, "webhook_endpoint.updated", asSubject(endpoint), changes)
    return endpoint
  })
}
