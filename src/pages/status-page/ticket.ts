import { createHmac, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Door } from "../../graphql/status-page/door.ts"
import type { Services } from "../../services.ts"

type Entrance = { id: string; door: Door }

const goodForSeconds = 7 * 24 * 3600

/** What a browser shows once it came in by a door: signed, and bound to the page and to that very door. */
export function createTickets({ env, clock, vault }: Pick<Services, "env" | "clock" | "vault">) {
  const key = vault.derive("status page door")

  const sign = ({ id, door }: Entrance, until: number): Buffer =>
    createHmac("sha256", key).update(`${id} ${door.stamp} ${until}`).digest()

  return {
    /** A value for Set-Cookie. */
    issue(entrance: Entrance): string {
      const until = Math.floor(clock.now().getTime() / 1000) + goodForSeconds
      const value = `${until}.${sign(entrance, until).toString("base64url")}`
      const secure = env.BASE_URL.startsWith("https:") ? "; Secure" : ""
      return `${nameOf(entrance)}=${value}; Path=/; Max-Age=${goodForSeconds}; HttpOnly; SameSite=Lax${secure}`
    },
    isGood(req: IncomingMessage, entrance: Entrance): boolean {
      const [, digits = "", signature = ""] =
        new RegExp(`(?:^|;\\s*)${nameOf(entrance)}=(\\d{1,12})\\.([\\w-]{43})(?:;|$)`).exec(
          req.headers.cookie ?? "",
        ) ?? []
      const until = Number(digits)
      if (signature === "" || until * 1000 < clock.now().getTime()) return false
      return timingSafeEqual(Buffer.from(signature, "base64url"), sign(entrance, until))
    },
  }
}

/** One a page, so that a browser can be let in to several. */
const nameOf = ({ id }: Entrance): string => `watchkeeper_door_${id.slice(-12)}`
