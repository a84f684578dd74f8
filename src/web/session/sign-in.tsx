import { useState } from "react"
import { Button } from "../part/button.tsx"
import { Form, TextField } from "../part/field.tsx"
import { useTitle } from "../part/title.ts"
import { Link } from "../router/link.tsx"
import { Gate } from "./gate.tsx"
import { SecondFactor } from "./second-factor.tsx"
import { readSession, send } from "./session.ts"
import { useSending } from "./sending.ts"

export function SignIn() {
  useTitle("Sign in")
  const [step, setStep] = useState<"password" | "code">("password")
  const sending = useSending()
  if (step === "code") return <SecondFactor onBack={() => setStep("password")} />

  const signIn = (form: FormData) =>
    sending.run(async () => {
      const answer = await send("/sign-in/email", {
        email: form.get("email"),
        password: form.get("password"),
      })
      if (!answer.ok) return answer.message
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
          autoComplete="username"
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
        <Button type="submit" look="accent" isBusy={sending.isSending}>
          Sign in
        </Button>
      </Form>
      <p className="gate-foot">
        <a href="/password">Forgot your password?</a> First visit?{" "}
        <Link to={`/sign-up${location.search}`}>Create an account</Link>
      </p>
    </Gate>
  )
}
