import { z } from "zod"
import { transactSql } from "../../graphql/kernel/transaction.ts"
import { recordAccountAudit } from "../../graphql/workspace/audit/record-account.ts"
import { recordAuditAll } from "../../graphql/workspace/audit/record-audit.ts"
import { createSharedRateLimiter } from "../../platform/rate-limit/shared-rate-limiter.ts"
import type { Services } from "../../platform/services.ts"
import { methodOf } from "../rules/account-entries.ts"
import type { SsoRefusal } from "../rules/sso-refusals.ts"
import { refusalOf } from "../rules/sso-refusals.ts"
import type { SsoAttempts } from "./sso-attempts.ts"

/** Where the identity provider returns people to. */
const returnPath = /^\/api\/auth(\/sso\/(?:callback|saml2\/sp\/acs)\/sso)$/
const page = "/sign-in/refused"
const shownSeconds = 300
const failuresAnHour = 10
const longest = 500

const problem = z.object({
  code: z.string().max(100).catch("failed"),
  message: z.string().nullable().catch(null),
})

type Answered = { code: string; description: string | null }
type Caller = { address: string | undefined; program: string | null }

/**
 * Turns a failed return from the identity provider, which better-auth answers with JSON or a query, into a page that
 * says what to do, and records it in audit logs: of the person's projects, or, where the person is unknown, of those
 * whose roles come from SSO_GROUPS.
 */
export function createSsoRefusals(services: Services, attempts: SsoAttempts) {
  const { env, database, log } = services
  const failures = createSharedRateLimiter(services, "failed sign-on entries", {
    points: failuresAnHour,
    windowMs: 3_600_000,
  })

  async function record(path: string, { code }: SsoRefusal, caller: Caller): Promise<void> {
    const { email } = attempts.current()
    log.info({ code, email }, "a sign-in at the identity provider was refused")
    const person =
      email === null ? null : await database.prisma.user.findUnique({ where: { email } })
    // Attackers cause failures.
    if ((await failures.consume(person?.id ?? "unknown")) > 0) return
    const changes = {
      method: methodOf(path),
      reason: code,
      ...(email === null ? {} : { email }),
      address: caller.address ?? "unknown",
      program: caller.program?.slice(0, 200) ?? null,
    }
    const action = { action: "account.sign_in_failed", changes }
    await transactSql(services, async (tx) => {
      if (person !== null) {
        const { id: subjectId, name: subjectName } = person
        const about = { ...action, subjectId, subjectName }
        await recordAccountAudit(tx, { kind: "anonymous" }, person.id, about)
        return
      }
      const wanted = [...new Set(env.SSO_GROUPS.map(({ projectId }) => projectId))]
      const found = await tx.query<{ id: string }>({
        name: "sso-projects",
        text: "select id from project where id = any($1::uuid[]) and deleted_at is null order by id",
        values: [wanted],
      })
      const entries = found.map(({ id }) => ({
        ...action,
        projectId: id,
        ...(email === null ? {} : { subjectName: email }),
      }))
      if (entries.length > 0) await recordAuditAll(tx, { kind: "anonymous" }, entries)
    })
  }

  /** The response to send; the same one if it is no refused return. */
  return async (request: Request, response: Response, caller: Caller): Promise<Response> => {
    const path = returnPath.exec(new URL(request.url).pathname)?.[1]
    const answered = path === undefined ? null : await readAnswer(response, env.BASE_URL)
    if (path === undefined || answered === null) return response
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
