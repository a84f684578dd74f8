import type { WebhookEndpoint } from "../../../prisma/generated/client.ts"
import { recordAudit } from "../audit/record.ts"
import type { Context } from "../context.ts"
import { changeEndpoint } from "./change.ts"
import { withoutPath } from "./diff.ts"
import { newSigningSecret } from "./secret.ts"

const previousMs = 24 * 3_600_000

/** `secret` is never to be had again. */
export type RotatedSecret = {
  endpoint: WebhookEndpoint
  secret: string
  previousSecretExpiresAt: Date
}

/**
 * Gives an endpoint a new secret. The one before it signs beside it for 24 hours; one before that, where it was
 * rotated within that time, signs no more.
 */
export async function rotateSecret(ctx: Context, endpointId: string): Promise<RotatedSecret> {
  return changeEndpoint(ctx, endpointId, async (tx, before, at) => {
    const { secret, hint } = newSigningSecret()
    const previousSecretExpiresAt = new Date(at.getTime() + previousMs)
    const endpoint = await tx.db.webhookEndpoint.update({
      where: { id: before.id },
      data: {
        sealedSecret: ctx.vault.seal(secret),
        secretHint: hint,
        sealedPreviousSecret: before.sealedSecret,
        previousSecretExpiresAt,
        updatedAt: at,
      },
    })
    await recordAudit(tx, ctx.actor, {
      projectId: endpoint.projectId,
      action: "webhook_endpoint.secret_rotated",
      subjectId: endpoint.id,
      subjectName: withoutPath(endpoint.url),
    })
    return { endpoint, secret, previousSecretExpiresAt }
  })
}
