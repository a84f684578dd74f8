import { z } from "zod"
import type { WebhookEndpoint } from "../../../prisma/generated/client.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { invalid } from "../errors.ts"
import { given, parse } from "../input.ts"
import { changeEndpoint } from "./change.ts"
import { diffEndpoint, withoutPath } from "./diff.ts"
import * as fields from "./input.ts"
import { readEndpointUrl } from "./url.ts"

const input = z
  .object({
    url: fields.url.optional(),
    description: fields.description.nullable().optional(),
    eventTypes: fields.eventTypes.optional(),
    enabled: fields.enabled.optional(),
  })
  .refine((values) => Object.keys(given(values)).length > 0, {
    error: "must give at least one of url, description, eventTypes and enabled",
  })

/** What begins anew for an endpoint that is enabled again. */
const rested = { disabledReason: null, consecutiveFailures: 0, failingSince: null }

/** Changes what is given; null empties the description. Enabling it again forgets why it was disabled. */
export async function updateEndpoint(
  ctx: Context,
  endpointId: string,
  values: z.input<typeof input>,
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
    const isEnabledAgain = wanted.enabled === true && !before.enabled
    const endpoint = await tx.db.webhookEndpoint.update({
      where: { id: before.id },
      data: { ...wanted, ...(isEnabledAgain ? rested : {}), updatedAt: at },
    })
    await recordAudit(tx, ctx.actor, {
      projectId: endpoint.projectId,
      action: "webhook_endpoint.updated",
      subjectId: endpoint.id,
      subjectName: withoutPath(endpoint.url),
      changes,
    })
    return endpoint
  })
}
