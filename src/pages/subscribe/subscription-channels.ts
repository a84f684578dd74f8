import { vapidOf } from "../../channels/web-push/vapid.ts"
import { kindsOf } from "../../graphql/status-pages/subscriber/subscriber-address.ts"
import type { Services } from "../../platform/services.ts"
import type { Setting } from "../status-page/page-setting.ts"

/**
 * Ways to subscribe to a public page. Browser notifications only work at our own address, because custom domains do
 * not serve the service worker and the confirmation links.
 */
export function waysOf(
  services: Pick<Services, "env" | "vault">,
  path: string,
  slug: string,
): Pick<Setting, "subscribing" | "pushKey" | "pushAt"> {
  const kinds = kindsOf(services.env)
  const subscribing = kinds.filter((kind) => kind !== "web_push")
  if (!kinds.includes("web_push")) return { subscribing }
  return path === ""
    ? { subscribing, pushAt: `${services.env.BASE_URL}/status/${slug}/subscribe` }
    : { subscribing, pushKey: vapidOf(services).publicKey }
}
