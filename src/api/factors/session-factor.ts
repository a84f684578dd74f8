/** How a session was opened, and the second factor that was proved in it. */
export type SessionProof = {
  signInMethod?: string | null | undefined
  factor?: string | null | undefined
}

/** Whether a project that requires a second factor opens; the identity provider is responsible for its own. */
export const isStrong = ({ signInMethod, factor }: SessionProof): boolean =>
  hasProvedFactor({ factor }) || signInMethod === "sso"

/** Whether the account's factors may be changed: only one of its own counts. */
export const hasProvedFactor = ({ factor }: Pick<SessionProof, "factor">): boolean =>
  factor === "passkey" || factor === "code"

/** What a request to this path opens a session with. */
export function proofOf(path = ""): { signInMethod: string; factor: string | null } {
  if (path.startsWith("/sso/")) return { signInMethod: "sso", factor: null }
  if (path.startsWith("/passkey/")) return { signInMethod: "passkey", factor: "passkey" }
  const isCode = path.startsWith("/two-factor/verify-")
  return { signInMethod: "password", factor: isCode ? "code" : null }
}
