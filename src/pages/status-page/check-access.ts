import type { IncomingMessage, ServerResponse } from "node:http"
import { mailAccessLink } from "../../graphql/status-pages/status-page/mail-access-link.ts"
import { isPassword } from "../../graphql/status-pages/status-page/page-password.ts"
import { networkOf } from "../../platform/peer.ts"
import type { Services } from "../../platform/services.ts"
import { readForm } from "../../http/read-form.ts"
import { retryAfter } from "../../http/rate-limited.ts"
import { createSharedRateLimiter } from "../../platform/rate-limit/shared-rate-limiter.ts"
import { cut, inertLine } from "../../platform/shown-text.ts"
import { renderAccessForm, type AccessAnswer } from "./access-form.ts"
import { originOfHost } from "./hosts.ts"
import { hrefOf, type Setting } from "./page-setting.ts"
import type { ProtectedPage } from "./visible-page.ts"
import { fill } from "./locale.ts"
import type { createAccessCookies } from "./access-cookie.ts"

const limit = { points: 10, windowMs: 60_000 }
/** Maximum number of queued password checks. */
const maxWaiting = 50

type FormRequest = { req: IncomingMessage; res: ServerResponse; peer: string }

/** Grants access by password or mailed link; rate-limited by network. */
export function createAccessCheck(
  services: Services,
  cookies: ReturnType<typeof createAccessCookies>,
) {
  const limiter = createSharedRateLimiter(services, "page access", limit)
  const { env } = services
  let waiting = 0
  let lastCheck: Promise<unknown> = Promise.resolve()

  /** Checks one password at a time, because each takes 32 MiB and a thread of the shared pool. */
  function isRight(password: string, hash: string): Promise<boolean> {
    waiting += 1
    const check = lastCheck.then(() => isPassword(password, hash)).finally(() => (waiting -= 1))
    lastCheck = check.catch(() => undefined)
    return check
  }

  async function answerOf(
    req: IncomingMessage,
    page: ProtectedPage,
    setting: Setting,
  ): Promise<AccessAnswer | "granted"> {
    const { access } = page
    const form = await readForm(req)
    if (access.kind === "password") {
      const password = form?.get("password") ?? ""
      if (waiting >= maxWaiting) return "too_often"
      const isGranted = password.length <= 200 && (await isRight(password, access.passwordHash))
      return isGranted ? "granted" : "wrong"
    }
    const { emailDomains } = access
    const notice = noticeOf(page, setting, originOf(req, setting))
    const address = form?.get("email") ?? ""
    await mailAccessLink(services, { page, emailDomains, address, notice })
    return "link_sent"
  }

  function noticeOf(page: ProtectedPage, setting: Setting, origin: string) {
    const { words } = setting.locale
    const token = cookies.linkToken(page)
    return {
      subject: fill(words.linkSubject, { name: cut(inertLine(page.name), 60) }),
      paragraphs: [words.linkAbout],
      link: { label: words.openPage, url: `${origin}${setting.path}/access?token=${token}` },
      unsubscribeUrl: null,
    }
  }

  /** The origin the visitor is on, so that the link sets its cookie there; a custom domain has been verified. */
  function originOf({ headers }: IncomingMessage, { path }: Setting): string {
    const own = path === "" ? originOfHost(env, headers.host) : null
    return own ?? env.BASE_URL
  }

  function grantAccess(res: ServerResponse, page: ProtectedPage, setting: Setting): void {
    const headers = { location: hrefOf(setting, ""), "set-cookie": cookies.issue(page) }
    res.writeHead(303, { ...headers, "cache-control": "no-store" }).end()
  }

  return {
    /** Handles the submitted access form. */
    async submit(
      { req, res, peer }: FormRequest,
      page: ProtectedPage,
      setting: Setting,
    ): Promise<void> {
      const waitMs = await limiter.consume(networkOf(peer))
      const answer = waitMs > 0 ? "too_often" : await answerOf(req, page, setting)
      if (answer === "too_often") res.setHeader("retry-after", retryAfter(waitMs))
      if (answer === "granted") grantAccess(res, page, setting)
      else sendAccessForm(req, res, { page, setting, answer, baseUrl: env.BASE_URL })
    },
    /** Handles a mailed link. */
    openLink(
      { req, res }: Pick<FormRequest, "req" | "res">,
      page: ProtectedPage,
      setting: Setting,
      token: string,
    ): void {
      const isGood = page.access.kind === "email" && cookies.isLinkValid(token, page)
      if (isGood) grantAccess(res, page, setting)
      else sendAccessForm(req, res, { page, setting, answer: "old_link", baseUrl: env.BASE_URL })
    },
  }
}

const statuses: Record<AccessAnswer, number> = {
  wrong: 403,
  too_often: 429,
  link_sent: 200,
  old_link: 403,
}

type FormView = {
  page: ProtectedPage
  setting: Setting
  /** Outcome of the last try; null on the first visit. */
  answer: AccessAnswer | null
  baseUrl: string
}

export function sendAccessForm(
  req: IncomingMessage,
  res: ServerResponse,
  { page: { access }, setting, answer, baseUrl }: FormView,
): void {
  const { text, policy } = renderAccessForm(setting, access.kind, answer, baseUrl)
  res.writeHead(answer === null ? 403 : statuses[answer], {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "content-length": Buffer.byteLength(text),
  })
  res.end(req.method === "HEAD" ? undefined : text)
}
