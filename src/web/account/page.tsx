import { Button } from "../part/button.tsx"
import { Form, TextField } from "../part/field.tsx"
import { useTitle } from "../part/title.ts"
import { useSending } from "../session/sending.ts"
import { send, signOut, useSession } from "../session/session.ts"
import { useState } from "react"
import { ContactMethods } from "../contact/list.tsx"
import { Chats } from "./chats.tsx"
import { Device } from "./device.tsx"
import { TwoFactor } from "./two-factor.tsx"

export function Account() {
  useTitle("Account")
  const session = useSession()
  if (session.state !== "signed-in") return null
  const { person } = session
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Account</h1>
          <p className="muted">
            {person.name} · {person.email}
          </p>
        </div>
        <Button onClick={() => void signOut()}>Sign out</Button>
      </div>
      <ContactMethods />
      <Device />
      <Chats />
      <TwoFactor isOn={person.twoFactorEnabled} />
      <Password />
    </>
  )
}

function Password() {
  const sending = useSending()
  const [saved, setSaved] = useState(0)
  const change = (form: FormData) =>
    sending.run(async () => {
      const answer = await send("/change-password", {
        currentPassword: form.get("current"),
        newPassword: form.get("next"),
        revokeOtherSessions: true,
      })
      if (!answer.ok) return answer.message
      setSaved(saved + 1)
      return null
    })
  return (
    <section className="card" aria-labelledby="password">
      <div className="card-head">
        <h2 id="password">Password</h2>
      </div>
      <div className="card-body stack">
        <p className="muted">A new password signs you out everywhere else.</p>
        <Form key={saved} className="inline-form" refusal={sending.refusal} onSend={change}>
          <TextField
            label="Present password"
            name="current"
            type="password"
            autoComplete="current-password"
          />
          <TextField
            label="New password"
            name="next"
            type="password"
            autoComplete="new-password"
            minLength={10}
          />
          <Button type="submit" isBusy={sending.isSending}>
            Change password
          </Button>
        </Form>
        <p role="status" className="muted small">
          {saved > 0 && "The password was changed."}
        </p>
      </div>
    </section>
  )
}
