import { nothingHere, type Route } from "../http/route.ts"
import type { Services } from "../platform/services.ts"
import { chatPaths, createChat } from "./chat/serve-chat.ts"
import { createRenewal, renewalPath } from "./push/renew-subscription.ts"
import { handleTwilio, twilioPrefix } from "./twilio/serve-twilio.ts"

/** The routes that providers and browsers call back. */
export function createHookRoutes(services: Services): Route[] {
  const chat = createChat(services)
  const renewal = createRenewal(services)
  return [
    ...chatPaths.map((path): Route => ({
      path,
      methods: ["POST"],
      refusals: "problem",
      handle: chat,
    })),
    { path: renewalPath, methods: ["POST"], refusals: "problem", handle: renewal },
    {
      path: twilioPrefix,
      methods: ["POST"],
      refusals: "problem",
      async handle({ req, res, path }) {
        if (!(await handleTwilio(services, req, res, path))) throw nothingHere()
      },
    },
  ]
}
