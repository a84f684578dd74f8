import type { Route } from "../../http/route.ts"
import type { Services } from "../../platform/services.ts"
import type { Receiver } from "./receiver.ts"
import type { SenderOf } from "./serve-otlp.ts"
import { createOtlp, otlpPrefix } from "./serve-otlp.ts"

/** The routes of OTLP over HTTP. */
export function createOtlpRoutes(
  services: Services,
  receiver: Receiver,
  senderOf: SenderOf,
): Route[] {
  const handle = createOtlp(services, receiver, senderOf)
  return [{ path: otlpPrefix, methods: ["POST"], refusals: "problem", handle }]
}
