import { perEndpoint } from "../../graphql/delivery/webhook/rules/in-flight.ts"
import type { Services } from "../../platform/services.ts"
import { leaseSeconds, renewLeases } from "../engine/lease.ts"
import { createSlots } from "../engine/slots.ts"
import type { Queue } from "../engine/start-queue.ts"
import { attemptWebhook } from "./attempt-webhook.ts"
import { claimWebhooks, type ClaimedWebhook } from "./claim-webhooks.ts"
import type { Send } from "../../platform/send-post.ts"
import { settleWebhooks, type AttemptedWebhook } from "./settle-webhooks.ts"

/** Endpoints whose last attempt failed have separate slots: each attempt at a dead one lasts 15 s. */
const sizes = { answering: 128, failing: 64 }
/** Concurrent deliveries per endpoint, across all workers. */
const perTarget = { answering: perEndpoint, failing: 1 }

/**
 * The webhook queue: projects take turns, then their endpoints. An endpoint is disabled once it returns 410 or has
 * failed for too long.
 */
export function webhookQueue(
  services: Services,
  send: Send,
): Queue<ClaimedWebhook, AttemptedWebhook> {
  const { pool } = services.database
  const slots = createSlots({
    sizes,
    placeOf: ({ isFailing, projectId, endpointId }: ClaimedWebhook) => ({
      pool: isFailing ? ("failing" as const) : ("answering" as const),
      share: projectId,
      target: endpointId,
    }),
    // A project may fill half of the free slots, so any delivery that ends can let another start.
    crowdedAt: { share: 1 },
  })
  return {
    name: "webhook",
    slots,
    leaseSeconds,
    claim: () =>
      claimWebhooks(
        pool,
        { answering: slots.of("answering"), failing: slots.of("failing") },
        perTarget,
      ),
    attempt: async (claimed) => ({
      claimed,
      attempt: await attemptWebhook(services, send, claimed),
    }),
    settle: (attempted) => settleWebhooks(services, attempted),
    renew: (webhooks) => renewLeases(pool, webhooks),
  }
}
