import { finder } from "../../kernel/require-found.ts"

/** An endpoint that the actor may access. */
export const findEndpoint = finder("webhook endpoint", ({ webhookEndpoint }, where) =>
  webhookEndpoint.findUnique({ where }),
)
