import { Link } from "@tanstack/react-router"
import { Submit } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { useTitle } from "../ui/page-title.ts"
import { Gate } from "./session-gate.tsx"
import { useSending } from "./sending.ts"
import { readSession, send } from "./session.ts"
import { entry } from "../ui/form-entry.ts"

type Props = { invitation?: { token: string; email: string; projectName: string } }

/** Creates the first account of an installation, or an invited one. */
export function SignUp({ invitation }: Props) {
  useTitle("Create an account")
  const sending = useSending()

  const signUp = (form: FormData) =>
    sending.run(async () => {
      const answer = await send("/sign-up/email", {
        name: entry(form, "name").trim(),
        email: form.get("email"),
        password: form.get("password"),
        ...(invitation === undefined ? {} : { invitation: invitation.token }),
      })
      if (!answer.ok) return answer
      await readSession()
      return null
    })

  return (
    <Gate title="Create an account">
      <p className="muted">
        {invitation === undefined
          ? "Monitors, on-call schedules, and status pages in one place."
          : `You were invited to ${invitation.projectName}.`}
      </p>
      <Form className="stack" refusal={sending.refusal} onSend={signUp}>
        <TextField label="Your name" name="name" autoComplete="name" autoFocus required />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          {...(invitation === undefined ? {} : { value: invitation.email, readOnly: true })}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          hint="At least 10 characters."
          required
        />
        <Submit isBusy={sending.isRunning}>Create account</Submit>
      </Form>
      <p className="gate-foot">
        Have an account?{" "}
        {invitation === undefined ? (
          <Link to="/sign-in">Sign in</Link>
        ) : (
          <Link
            to="/invitations/$token"
            params={{ token: invitation.token }}
            search={{ step: "sign-in" }}
          >
            Sign in
          </Link>
        )}
      </p>
    </Gate>
  )
}
