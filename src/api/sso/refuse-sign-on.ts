import { z } from "zod"
import type { Services } from "../../platform/services.ts"
import { methodOf } from "../rules/account-entries.ts"
import { refusalOf, type SsoRefusal } from "../rules/sso-refusals.ts"
import { createRefusalRecord } from "./record-refusal.ts"
import type { SsoAttempts } from "./sso-attempts.ts"

/** Where the identity provider returns people to. */
const returnPath = /^\/api\/auth(\/sso\/(?:callback|saml2\/sp\/acs)\/sso)$/
const page = "/sign-in/refused"
const shownSeconds = 300
const longest = 500

const problem = z.object({
  code: z.string().max(100).catch("failed"),
  message: z.string().nullable().catch(null),
})

type Answered = { code: string; description: string | null }
type Caller = { address: string | undefined; program: string | null }

/**
 * Turns a failed return from the identity provider, which better-auth answers with JSON or a query, into a page that
 * says what to do, and records it in audit logs.
 */
export function createSsoRefusals(services: Services, attempts: SsoAttempts) {
  const { env, log } = services
  const recordRefusal = createRefusalRecord(services)

  async function record(path: string, { code }: SsoRefusal, caller: Caller): Promise<void> {
    const { email } = attempts.current()
    log.info({ code, email }, "a sign-in at the identity provider was refused")
    await recordRefusal({
      email,
      action: "account.sign_in_failed",
      changes: {
        method: methodOf(path),
        reason: code,
        address: caller.address ?? "unknown",
        program: caller.program?.slice(0, 200) ?? null,
      },
    })
  }

  /** The response to send; the same one if it is no refused return. */
  return async (request: Request, response: Response, caller: Caller): Promise<Response> => {
    const path = returnPath.exec(new URL(request.url).pathname)?.[1]
    if (path === undefined) return response
    const answered = await readAnswer(response, env.BASE_URL)
    if (answered === null) return response
    const refusal = refusalOf(answered, env.SSO_NAME)
    await record(path, refusal, caller)
    const headers = new Headers({ location: page })
    for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie)
    headers.append("set-cookie", cookieOf(refusal, env.BASE_URL.startsWith("https:")))
    return new Response(null, { status: 303, headers })
  }
}

/** Null if somebody was signed in. A session is set by every sign-in, and by nothing else here. */
async function readAnswer(response: Response, baseUrl: string): Promise<Answered | null> {
  if (response.status >= 400) {
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => ({}))
    const { code, message } = problem.parse(body)
    return { code, description: message?.slice(0, longest) ?? null }
  }
  const isSignedIn = response.headers
    .getSetCookie()
    .some((cookie) => /\bwatchkeeper\.session_token=[^;]/.test(cookie))
  if (isSignedIn) return null
  const { searchParams } = new URL(response.headers.get("location") ?? "/", baseUrl)
  const code = searchParams.get("error")
  if (code === null) return null
  return {
    code: code.slice(0, 100),
    description: searchParams.get("error_description")?.slice(0, longest) ?? null,
  }
}

/** In a cookie and not in the URL, so that a link cannot make the page say anything. */
function cookieOf(refusal: SsoRefusal, isSecure: boolean): string {
  const value = encodeURIComponent(JSON.stringify(refusal))
  const secure = isSecure ? "; Secure" : ""
  return `watchkeeper.refusal=${value}; Path=${page}; Max-Age=${shownSeconds}; SameSite=Lax${secure}`
}
