import { Link } from "@tanstack/react-router"
import { Suspense, useState } from "react"
import { Submit } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useInstallation } from "./installation.ts"
import { Gate } from "./session-gate.tsx"
import { PasskeySignIn } from "./passkey-sign-in.tsx"
import { readSession, send } from "./session.ts"
import { useSending } from "./sending.ts"
import { lazyPart } from "../lazy-part.ts"

// Loads where the installation has a provider.
const SsoSignIn = lazyPart(() => import("./sso-sign-in.tsx"), "SsoSignIn")
// Loads after the password.
const SecondFactor = lazyPart(() => import("./second-factor.tsx"), "SecondFactor")

/** @param invitation the token of the invitation being accepted. */
export function SignIn({ invitation }: { invitation?: string }) {
  useTitle("Sign in")
  const [step, setStep] = useState<"password" | "code">("password")
  const { installation } = useInstallation()
  const sending = useSending()
  const providerName = installation?.singleSignOn ?? null
  if (step === "code") {
    return (
      <Suspense>
        <SecondFactor onBack={() => setStep("password")} />
      </Suspense>
    )
  }

  const signIn = (form: FormData) =>
    sending.run(async () => {
      const answer = await send("/sign-in/email", {
        email: form.get("email"),
        password: form.get("password"),
      })
      if (!answer.ok) return answer
      if (answer.body["twoFactorRedirect"] === true) setStep("code")
      else await readSession()
      return null
    })

  return (
    <Gate title="Sign in">
      <Form className="stack" refusal={sending.refusal} onSend={signIn}>
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username webauthn"
          autoFocus
          required
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Submit isBusy={sending.isRunning}>Sign in</Submit>
      </Form>
      {providerName !== null && (
        <Suspense>
          <SsoSignIn name={providerName} />
        </Suspense>
      )}
      <PasskeySignIn />
      <p className="gate-foot">
        <a href="/password">Forgot your password?</a>
        {invitation !== undefined ? (
          <Link to="/invitations/$token" params={{ token: invitation }}>
            Create an account
          </Link>
        ) : (
          installation?.isSignUpOpen === true && <Link to="/sign-up">Create an account</Link>
        )}
      </p>
    </Gate>
  )
}
