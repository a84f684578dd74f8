import type { IncomingMessage } from "node:http"
import type { PageAccess } from "../../graphql/status-pages/status-page/rules/page-access.ts"
import type { Services } from "../../platform/services.ts"

type PageEntry = { id: string; access: PageAccess }

// The name is part of the key: changing it voids every cookie and link.
const purpose = "status page door"
const cookieSeconds = 7 * 24 * 3600
const linkSeconds = 1800

const textOf = (what: "cookie" | "link", { id, access }: PageEntry, expiresAt: number): string =>
  `${what} ${id} ${access.stamp} ${expiresAt}`

/** Signs and checks access cookies and mailed links; each is bound to one page and its current access rule. */
export function createAccessCookies({
  env,
  clock,
  vault,
}: Pick<Services, "env" | "clock" | "vault">) {
  const write = (what: "cookie" | "link", page: PageEntry, seconds: number): string => {
    const expiresAt = Math.floor(clock.now().getTime() / 1000) + seconds
    return `${expiresAt}.${vault.sign(purpose, textOf(what, page, expiresAt)).toString("base64url")}`
  }

  function isSigned(what: "cookie" | "link", page: PageEntry, text: string): boolean {
    const [, digits = "", signature = ""] = shape.exec(text) ?? []
    const expiresAt = Number(digits)
    if (signature === "" || expiresAt * 1000 < clock.now().getTime()) return false
    const given = Buffer.from(signature, "base64url")
    return vault.isSigned(purpose, textOf(what, page, expiresAt), given)
  }

  return {
    /** A value for Set-Cookie. */
    issue(page: PageEntry): string {
      const value = write("cookie", page, cookieSeconds)
      const secure = env.BASE_URL.startsWith("https:") ? "; Secure" : ""
      return `${nameOf(page)}=${value}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`
    },
    isValid({ headers }: IncomingMessage, page: PageEntry): boolean {
      const found = new RegExp(`(?:^|;\\s*)${nameOf(page)}=([^;]*)`).exec(headers.cookie ?? "")
      return isSigned("cookie", page, found?.[1] ?? "")
    },
    /** Token of a mailed link. */
    linkToken: (page: PageEntry): string => write("link", page, linkSeconds),
    isLinkValid: (token: string, page: PageEntry): boolean => isSigned("link", page, token),
  }
}

/** Expiry in seconds since 1970, then a 32-byte signature. */
const shape = /^(\d{1,12})\.([\w-]{43})$/

/** One cookie per page, so that a browser can have access to several. */
const nameOf = ({ id }: PageEntry): string => `watchkeeper_access_${id.slice(-12)}`
