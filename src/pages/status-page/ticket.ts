import { createHmac, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Door } from "../../graphql/status-page/door.ts"
import type { Services } from "../../services.ts"

type Entrance = { id: string; door: Door }

const goodForSeconds = 7 * 24 * 3600
/** Of a link in a mail. */
const linkGoodForSeconds = 1800

/** What a browser shows once it came in by a door: signed, and bound to the page and to that very door. */
export function createTickets({ env, clock, vault }: Pick<Services, "env" | "clock" | "vault">) {
  const key = vault.derive("status page door")

  const sign = (what: "cookie" | "link", { id, door }: Entrance, until: number): Buffer =>
    createHmac("sha256", key).update(`${what} ${id} ${door.stamp} ${until}`).digest()

  const write = (what: "cookie" | "link", entrance: Entrance, seconds: number): string => {
    const until = Math.floor(clock.now().getTime() / 1000) + seconds
    return `${until}.${sign(what, entrance, until).toString("base64url")}`
  }

  function isSigned(what: "cookie" | "link", entrance: Entrance, text: string): boolean {
    const [, digits = "", signature = ""] = shape.exec(text) ?? []
    const until = Number(digits)
    if (signature === "" || until * 1000 < clock.now().getTime()) return false
    return timingSafeEqual(Buffer.from(signature, "base64url"), sign(what, entrance, until))
  }

  return {
    /** A value for Set-Cookie. */
    issue(entrance: Entrance): string {
      const value = write("cookie", entrance, goodForSeconds)
      const secure = env.BASE_URL.startsWith("https:") ? "; Secure" : ""
      return `${nameOf(entrance)}=${value}; Path=/; Max-Age=${goodForSeconds}; HttpOnly; SameSite=Lax${secure}`
    },
    isGood({ headers }: IncomingMessage, entrance: Entrance): boolean {
      const found = new RegExp(`(?:^|;\\s*)${nameOf(entrance)}=([^;]*)`).exec(headers.cookie ?? "")
      return isSigned("cookie", entrance, found?.[1] ?? "")
    },
    /** For a link in a mail; it opens the door a while. */
    linkToken: (entrance: Entrance): string => write("link", entrance, linkGoodForSeconds),
    isLinkGood: (token: string, entrance: Entrance): boolean => isSigned("link", entrance, token),
  }
}

/** When it ends, in seconds since 1970, and a signature of 32 bytes. */
const shape = /^(\d{1,12})\.([\w-]{43})$/

/** One a page, so that a browser can be let in to several. */
const nameOf = ({ id }: Entrance): string => `watchkeeper_door_${id.slice(-12)}`
