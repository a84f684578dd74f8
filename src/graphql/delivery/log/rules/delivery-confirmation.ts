import { channelKindsWhere } from "../../../../channels/channel-kinds.ts"
import type { Delivery } from "../../../../../prisma/generated/client.ts"
import type { DeliveryState } from "../../../../../prisma/generated/enums.ts"

/** Kinds whose providers confirm deliveries. Targets of others are accepted only, whatever earlier versions stored. */
const confirming = channelKindsWhere(({ confirmsDelivery }) => confirmsDelivery !== "never")
const prefixes = confirming.map((kind) => `${kind}:`)

/** The stored state, in which `delivered` means that a provider accepted it, divided by its confirmation. */
export type ShownState = DeliveryState | "accepted"

/** When the provider confirmed a delivery; null if it did not. */
export const confirmedAtOf = ({
  target,
  confirmedAt,
}: Pick<Delivery, "target" | "confirmedAt">): Date | null =>
  prefixes.some((prefix) => target.startsWith(prefix)) ? confirmedAt : null

export const shownStateOf = (
  delivery: Pick<Delivery, "state" | "target" | "confirmedAt">,
): ShownState =>
  delivery.state === "delivered" && confirmedAtOf(delivery) === null ? "accepted" : delivery.state

const confirmedSql = `(confirmed_at is not null and target like any ('{${prefixes.map((prefix) => `"${prefix}%"`).join()}}'))`

/** SQL: deliveries in this state, so that an index of its rare states can be used. */
export function inStateSql(state: ShownState): string {
  if (state === "accepted") return `state = 'delivered' and not ${confirmedSql}`
  return state === "delivered" ? `state = 'delivered' and ${confirmedSql}` : `state = '${state}'`
}
