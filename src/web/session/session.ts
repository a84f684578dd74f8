import { useSyncExternalStore } from "react"

export type Person = { id: string; name: string; email: string; twoFactorEnabled: boolean }
export type Session =
  | { state: "reading" }
  | { state: "unreachable" }
  | { state: "signed-out" }
  | { state: "signed-in"; person: Person }

let current: Session = { state: "reading" }
const listeners = new Set<() => void>()

function become(next: Session): void {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(subscribe, () => current)

/** Asks the server who is signed in. */
export async function readSession(): Promise<void> {
  try {
    const response = await fetch("/api/auth/get-session", {
      headers: { accept: "application/json" },
    })
    if (!response.ok) throw new Error(`the session could not be read: ${response.status}`)
    const found = (await response.json()) as { user: Person } | null
    become(
      found === null
        ? { state: "signed-out" }
        : {
            state: "signed-in",
            person: {
              id: found.user.id,
              name: found.user.name,
              email: found.user.email,
              twoFactorEnabled: found.user.twoFactorEnabled,
            },
          },
    )
  } catch {
    // Without an answer nobody is signed out: what is shown stays, and is tried again by hand.
    if (current.state === "reading") become({ state: "unreachable" })
  }
}

/** The server no longer knows the session: back to the door. */
export function forgetSession(): void {
  if (current.state === "signed-in") become({ state: "signed-out" })
}

export async function signOut(): Promise<void> {
  await send("/sign-out", {})
  forgetSession()
}

export type Answer = { ok: true; body: Record<string, unknown> } | { ok: false; message: string }

/** Sends a form to the sign-in service; a refusal comes back in its own words. */
export async function send(path: string, body: Record<string, unknown>): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(`/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    })
  } catch {
    return { ok: false, message: "The server cannot be reached. Check the connection." }
  }
  const answer = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>
  if (response.ok) return { ok: true, body: answer }
  if (response.status === 429) {
    return { ok: false, message: "Too many tries. Wait a minute, then try again." }
  }
  const message = answer["message"]
  return {
    ok: false,
    message: typeof message === "string" ? message : `The server answered ${response.status}.`,
  }
}
