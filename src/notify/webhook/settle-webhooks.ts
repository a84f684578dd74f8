import type { WebhookEndpoint } from "../../../prisma/generated/client.ts"
import { transactSql, type SqlTransaction } from "../../graphql/kernel/transaction.ts"
import type { Services } from "../../platform/services.ts"
import { afterFailure, settleWaiting, type Settlement } from "../engine/settle-deliveries.ts"
import type { ClaimedWebhook } from "./claim-webhooks.ts"
import { keepHealth } from "./keep-health.ts"
import { isFinal } from "../../platform/judge-post.ts"
import type { Sent } from "../../platform/send-post.ts"

/** `isFinal`: repeating it would change nothing, and the endpoint is not to blame. */
export type Attempt = Sent & { startedAt: Date; isFinal?: true }

/** An attempt at a claimed delivery. */
export type AttemptedWebhook = {
  claimed: Pick<ClaimedWebhook, "id" | "token" | "endpointId" | "tries" | "url">
  attempt: Attempt
}

export type Endpoint = Pick<WebhookEndpoint, "id" | "projectId" | "url" | "enabled">

type Stores = Pick<Services, "database" | "bus">

/**
 * Record attempts with their effects in one transaction: deliveries are settled or scheduled again, endpoints' health
 * is updated, and endpoints that are gone or failed for too long are disabled.
 * @returns for each attempt whether its lease was still ours; otherwise nothing was written.
 */
export const settleWebhooks = (services: Stores, all: AttemptedWebhook[]): Promise<boolean[]> =>
  transactSql(services, async (tx) => {
    // Lock before the deliveries, the same order as changing or deleting an endpoint.
    const endpoints = await lockEndpoints(tx, all)
    const settlements = all.flatMap((one) => {
      const endpoint = endpoints.get(one.claimed.endpointId)
      return endpoint === undefined ? [] : [settlementOf(one, endpoint)]
    })
    const settled = await tx.query<{ id: string }>(settleWaiting(settlements))
    const ours = new Set(settled.map(({ id }) => id))
    for (const endpoint of endpoints.values()) {
      // A response of the endpoint's previous URL says nothing about the new one.
      const outcomes = all.flatMap(({ claimed, attempt }) =>
        claimed.endpointId === endpoint.id &&
        claimed.url === endpoint.url &&
        attempt.isFinal !== true &&
        ours.has(claimed.id)
          ? [attempt.outcome]
          : [],
      )
      if (outcomes.length > 0) await keepHealth(tx, endpoint, outcomes)
    }
    return all.map(({ claimed }) => ours.has(claimed.id))
  })

/** In the order of ids, so that two workers cannot deadlock. */
async function lockEndpoints(
  tx: SqlTransaction,
  all: AttemptedWebhook[],
): Promise<Map<string, Endpoint>> {
  const rows = await tx.query<Endpoint>({
    name: "lock endpoints",
    text: `
      select id, project_id as "projectId", url, enabled from webhook_endpoint
       where id = any($1::uuid[]) order by id for no key update`,
    values: [[...new Set(all.map(({ claimed }) => claimed.endpointId))]],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

function settlementOf({ claimed, attempt }: AttemptedWebhook, endpoint: Endpoint): Settlement {
  const { id, token, tries, url } = claimed
  const { outcome, finding, startedAt, durationMs, responseStatus: status, retryAfter } = attempt
  const { responseHeaders, responseBody } = attempt
  const isGone = isFinal(attempt, "endpoint") && endpoint.url === url
  const isLost = attempt.isFinal === true || !endpoint.enabled || isGone
  const end =
    outcome === "accepted"
      ? { state: "delivered" as const, pause: null }
      : isLost
        ? { state: "dead" as const, pause: null }
        : afterFailure("webhook", tries, retryAfter)
  return {
    ...end,
    id,
    token,
    channelId: null,
    receipt: null,
    isConfirmed: false,
    finding,
    attempt: { startedAt, durationMs, outcome, status, responseHeaders, responseBody },
  }
}
