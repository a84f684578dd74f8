import { sendDeletions } from "../ui/deletions.ts"
import { createStore } from "../ui/store.ts"
import { chooseZone } from "../ui/zone.ts"
import { takeSession } from "./first-session.ts"

export type Person = {
  id: string
  name: string
  email: string
  twoFactorEnabled: boolean
  /** Whether this session proved a second factor, so that it may change them. */
  hasProvedFactor: boolean
  /** Null for the browser's. */
  timeZone: string | null
  /** Of messages to the person, a BCP 47 tag. */
  language: string
}
export type Session =
  | { state: "reading" }
  | { state: "unreachable" }
  | { state: "signed-out" }
  | { state: "signed-in"; person: Person }

const current = createStore<Session>({ state: "reading" })

function become(next: Session): void {
  chooseZone(next.state === "signed-in" ? next.person.timeZone : null)
  current.set(next)
}

export const useSession = current.use

type Stored = { user: Omit<Person, "hasProvedFactor">; session: { factor?: string | null } }
const toPerson = ({ user, session }: Stored): Person => ({
  ...user,
  hasProvedFactor: (session.factor ?? null) !== null,
})

/** Reads who is signed in. */
export async function readSession(): Promise<Session> {
  try {
    const response = await takeSession()
    if (!response.ok) throw new Error(`the session could not be read: ${response.status}`)
    const found = (await response.json()) as Stored | null
    become(
      found === null ? { state: "signed-out" } : { state: "signed-in", person: toPerson(found) },
    )
  } catch {
    // Without a response nobody is signed out: the page stays and can be retried manually.
    if (current.get().state === "reading") become({ state: "unreachable" })
  }
  return current.get()
}

/** No new request after another refusal this soon, because the page would reload endlessly. */
const doubtMs = 3000
let doubtedMs = Number.NEGATIVE_INFINITY
/** Forms being submitted: the response may set a new session, which a request with the old one would undo. */
let pending = 0
let isDoubted = false

/**
 * The server rejected the session. If a change of the second factor or the password has replaced it, reload with the
 * new session; otherwise show the sign-in page.
 */
export function doubtSession(): void {
  if (current.get().state !== "signed-in" || performance.now() - doubtedMs < doubtMs) return
  isDoubted = pending > 0
  if (isDoubted) return
  doubtedMs = performance.now()
  become({ state: "reading" })
  void readSession()
}

export async function signOut(): Promise<void> {
  await sendDeletions()
  await send("/sign-out", {})
  become({ state: "signed-out" })
}

export type Answer =
  | { ok: true; body: Record<string, unknown> }
  | { ok: false; message: string; issues: ReadonlyMap<string, string> }

/** Reads from the authentication service. */
export const ask = (path: string): Promise<Answer> => request(path)

/** Submits a form to the authentication service; errors keep the service's text. */
export async function send(path: string, body: Record<string, unknown>): Promise<Answer> {
  pending += 1
  try {
    return await request(path, body)
  } finally {
    pending -= 1
    if (isDoubted && pending === 0) doubtSession()
  }
}

async function request(path: string, body?: Record<string, unknown>): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(`/api/auth${path}`, {
      headers: { "content-type": "application/json", accept: "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    })
  } catch {
    return refused("The server cannot be reached. Check the connection.")
  }
  const answer = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>
  if (response.ok) return { ok: true, body: answer }
  if (response.status === 429) {
    return refused("Too many attempts. Wait a minute, then try again.")
  }
  const code = typeof answer["code"] === "string" ? answer["code"] : ""
  const known = ofCode[code]
  if (known !== undefined) {
    const [field, detail] = known
    const pointer =
      field === "password" && body && "newPassword" in body ? "#/newPassword" : `#/${field}`
    return { ok: false, message: detail, issues: new Map([[pointer, detail]]) }
  }
  const message = inOurWords[code] ?? answer["message"]
  return refused(typeof message === "string" ? message : `The server answered ${response.status}.`)
}

/** Refusals of the service that belong to one field, in our words. */
const ofCode: Partial<Record<string, [field: string, detail: string]>> = {
  PASSWORD_TOO_SHORT: ["password", "Must be at least 10 characters long."],
  PASSWORD_TOO_LONG: ["password", "Must be at most 128 characters long."],
  INVALID_EMAIL: ["email", "Must be an e-mail address such as ada@example.com."],
  USER_ALREADY_EXISTS: ["email", "Already has an account. Sign in instead."],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ["email", "Already has an account. Sign in instead."],
}

/** Other refusals of the service, in our words. */
const inOurWords: Partial<Record<string, string>> = {
  SESSION_NOT_FRESH: "You signed in more than a day ago. Sign out and in again to add a passkey.",
  CHALLENGE_NOT_FOUND: "That took more than five minutes. Try again.",
  FACTOR_REQUIRED: "Confirm your second factor first, at the top of this page.",
  PASSKEY_NOT_FOUND: "This passkey was removed from its account. Sign in another way.",
}

const ofField = /\[body\.(\w+)\] ([^;[]+)/g

/** "[body.email] Invalid email address" belongs to the field `email`. */
function refused(message: string): Answer {
  const issues = new Map(
    [...message.matchAll(ofField)].map(([, name = "", detail = ""]) => [
      `#/${name}`,
      `${detail.trim().replace(/\.?$/, "")}.`,
    ]),
  )
  return { ok: false, message, issues }
}
