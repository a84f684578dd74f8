import type { ReactNode } from "react"
import { Button } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useSending } from "../sign-in/sending.ts"
import { send, signOut, useSession } from "../sign-in/session.ts"
import { useState } from "react"
import { ContactMethods } from "../contact/contact-list.tsx"
import { Chats } from "./chats.tsx"
import { Device } from "./device.tsx"
import { TwoFactor } from "./two-factor.tsx"

export function Account(): ReactNode {
  useTitle("You")
  const session = useSession()
  if (session.state !== "signed-in") return null
  const { person } = session
  return (
    <>
      <div className="page-head">
        <div>
          <h1>You</h1>
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
        <p className="muted">Changing your password signs you out of all other devices.</p>
        <Form key={saved} className="inline-form" refusal={sending.refusal} onSend={change}>
          <TextField
            label="Current password"
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
          {saved > 0 && "Password changed."}
        </p>
      </div>
    </section>
  )
}
