import { vapidOf } from "../../graphql/channel/vapid.ts"
import { kindsOf } from "../../graphql/subscriber/address.ts"
import type { Services } from "../../services.ts"
import type { Setting } from "../status-page/setting.ts"

/**
 * How somebody can subscribe to a public page. Browsers are told only at our own address: the service worker, and
 * the links that confirm, are not to be found on the domain of a page.
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
