import type { WebhookEndpoint } from "../../../prisma/generated/client.ts"
import { disableEndpoint } from "../../graphql/webhook/disable.ts"
import type { Transaction } from "../../graphql/transaction.ts"
import { transact } from "../../graphql/transaction.ts"
import type { Services } from "../../services.ts"
import type { Held } from "./claim.ts"
import { pauseAfter, schedules } from "../../graphql/delivery/schedule.ts"
import type { Sent } from "./send.ts"

export type Attempt = Sent & { startedAt: Date }

/** An endpoint is disabled once this many attempts in a row failed over this time. */
const failedAttempts = 10
const failingDays = 5

/**
 * Writes down an attempt with all that follows from it, in one transaction: delivered, owed again, or given up;
 * the endpoint's health; and its end, where it said so or was dead for too long. False, and nothing is written,
 * where the lease has passed to another worker.
 */
export async function settleAttempt(
  services: Pick<Services, "database" | "bus">,
  token: string,
  { id, endpointId, tries, url }: Pick<Held, "id" | "endpointId" | "tries" | "url">,
  attempt: Attempt,
): Promise<boolean> {
  return transact(services, async (tx) => {
    // Before the delivery: in this order whoever changes or deletes the endpoint takes them too.
    const [endpoint] = await tx.db.$queryRaw<Standing[]>`
      select id, project_id as "projectId", url, disabled_reason is not null as "isGivenUp"
        from webhook_endpoint where id = ${endpointId}::uuid for no key update`
    if (endpoint === undefined) return false
    // What an address says that was changed meanwhile is nothing of the new one.
    const isPresent = endpoint.url === url
    const isLost = (attempt.outcome === "gone" && isPresent) || endpoint.isGivenUp
    const pause = isLost ? null : pauseAfter(schedules.webhook, tries + 1, attempt.retryAfter)
    const isOurs = await settleDelivery(tx, token, id, attempt, pause)
    if (!isOurs) return false
    if (isPresent) await keepHealth(tx, endpoint, attempt)
    return true
  })
}

type Standing = Pick<WebhookEndpoint, "id" | "projectId" | "url"> & { isGivenUp: boolean }

async function settleDelivery(
  { db }: Transaction,
  token: string,
  id: string,
  attempt: Attempt,
  pause: number | null,
): Promise<boolean> {
  const state =
    attempt.outcome === "accepted" ? "delivered" : pause === null ? "dead" : ("pending" as const)
  const [settled] = await db.$queryRaw<{ number: number }[]>`
    with freed as (
      delete from delivery_lease where delivery_id = ${id}::uuid and token = ${token}::uuid returning delivery_id
    )
    update delivery
       set state = ${state}::delivery_state, attempts = attempts + 1, tries = tries + 1,
           last_error = ${attempt.error},
           settled_at = case when ${state} <> 'pending' then now() end,
           due_at = case when ${state} = 'pending' then now() + make_interval(secs => ${pause ?? 0}::float8)
                         else due_at end
      from freed
     where id = freed.delivery_id and state in ('pending', 'dead')
    returning attempts as number`
  if (settled === undefined) return false
  const { retryAfter: _asked, ...seen } = attempt
  await db.deliveryAttempt.create({ data: { ...seen, deliveryId: id, number: settled.number } })
  return true
}

async function keepHealth(tx: Transaction, endpoint: Standing, { outcome }: Attempt) {
  if (outcome === "accepted") {
    await tx.db.$executeRaw`
      update webhook_endpoint
         set consecutive_failures = 0, failing_since = null, last_success_at = now()
       where id = ${endpoint.id}::uuid`
    return
  }
  const [health] = await tx.db.$queryRaw<{ isFailing: boolean }[]>`
    update webhook_endpoint
       set consecutive_failures = consecutive_failures + 1,
           failing_since = coalesce(failing_since, now())
     where id = ${endpoint.id}::uuid
    returning consecutive_failures >= ${failedAttempts}
              and failing_since <= now() - make_interval(days => ${failingDays}) as "isFailing"`
  if (outcome === "gone") await disableEndpoint(tx, endpoint, "gone")
  else if (health?.isFailing === true) await disableEndpoint(tx, endpoint, "failing")
}
