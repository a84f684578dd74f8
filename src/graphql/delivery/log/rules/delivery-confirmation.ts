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

const confirmed = {
  confirmedAt: { not: null },
  OR: prefixes.map((startsWith) => ({ target: { startsWith } })),
}

/** Deliveries in these states. */
export const inStates = (states: readonly ShownState[]) => ({
  OR: states.map((state) => {
    if (state === "accepted") return { state: "delivered" as const, NOT: confirmed }
    return state === "delivered" ? { state, ...confirmed } : { state }
  }),
})
