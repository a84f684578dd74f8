import { AsyncLocalStorage } from "node:async_hooks"

/** What the identity provider said about the person during a request. */
export type SsoAttempt = {
  email: string | null
  /** The provider's session: `sid` of the ID token. */
  sessionId: string | null
  /** The account that a request of the directory links for the first time. */
  takesOver: string | null
}

const nothing: SsoAttempt = { email: null, sessionId: null, takesOver: null }

export type SsoAttempts = ReturnType<typeof createSsoAttempts>

export function createSsoAttempts() {
  const running = new AsyncLocalStorage<SsoAttempt>()
  return {
    run: <T>(work: () => Promise<T>): Promise<T> => running.run({ ...nothing }, work),
    note(said: Partial<SsoAttempt>): void {
      const attempt = running.getStore()
      if (attempt !== undefined) Object.assign(attempt, said)
    },
    current: (): SsoAttempt => running.getStore() ?? nothing,
  }
}
