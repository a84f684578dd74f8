import type { WebhookEndpoint } from "../../../../prisma/generated/client.ts"
import { recordAudit } from "../../workspace/audit/record-audit.ts"
import type { Context } from "../../kernel/context.ts"
import { changeEndpoint } from "./change-webhook.ts"
import { asSubject } from "./webhook-diff.ts"
import { newSigningSecret } from "./webhook-secret.ts"
import { previousSecretHours } from "./rules/webhook-limits.ts"

/** `secret` is shown only once. */
export type RotatedSecret = {
  endpoint: WebhookEndpoint
  secret: string
  previousSecretExpiresAt: Date
}

/**
 * Give an endpoint a new secret. The previous one also signs for 24 hours; at most one previous secret is active.
 */
export async function rotateSecret(ctx: Context, endpointId: string): Promise<RotatedSecret> {
  return changeEndpoint(ctx, endpointId, async (tx, before, at) => {
    const { secret, hint } = newSigningSecret()
    const previousSecretExpiresAt = new Date(at.getTime() + previousSecretHours * 3_600_000)
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
    await recordAudit(tx, ctx.actor, "webhook_endpoint.secret_rotated", asSubject(endpoint))
    return { endpoint, secret, previousSecretExpiresAt }
  })
}
