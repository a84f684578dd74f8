import { Link } from "@tanstack/react-router"
import { useTitle } from "../ui/page-title.ts"
import { useInstallation } from "./installation.ts"
import { Gate } from "./session-gate.tsx"
import { SsoSignIn } from "./sso-sign-in.tsx"

type Refusal = { code: string; message: string; advice: string }

const unknown: Refusal = {
  code: "",
  message: "Your identity provider did not sign you in.",
  advice: "Try again.",
}

/** What the server said about the last attempt, for this page alone. */
function readRefusal(): Refusal {
  const value = /(?:^|; )watchkeeper\.refusal=([^;]+)/.exec(document.cookie)?.[1]
  if (value === undefined) return unknown
  try {
    const said: unknown = JSON.parse(decodeURIComponent(value))
    return typeof said === "object" && said !== null ? { ...unknown, ...said } : unknown
  } catch {
    return unknown
  }
}

/** Where a person arrives whose sign-in at the identity provider was refused. */
export function SignOnRefused() {
  useTitle("Sign-in refused")
  const { installation } = useInstallation()
  const { code, message, advice } = readRefusal()
  const providerName = installation?.singleSignOn ?? null
  return (
    <Gate title="Sign-in refused">
      <div className="stack" role="alert">
        <p>{message}</p>
        <p>{advice}</p>
      </div>
      {providerName !== null && <SsoSignIn name={providerName} />}
      {code !== "" && (
        <p className="muted">
          Code: <code>{code}</code>
        </p>
      )}
      <p className="gate-foot">
        <Link to="/sign-in">Other ways to sign in</Link>
      </p>
    </Gate>
  )
}
