import { useState, type ReactNode } from "react"
import { Part } from "../settings/part.tsx"
import { useSending } from "../sign-in/sending.ts"
import { send, useSession } from "../sign-in/session.ts"
import { Button } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { ConfirmFactor } from "./confirm-factor.tsx"
import { Passkeys } from "./passkeys.tsx"
import { Sessions } from "./sessions.tsx"
import { TwoFactor } from "./two-factor.tsx"

export function SecurityPage(): ReactNode {
  const session = useSession()
  const [changes, setChanges] = useState(0)
  if (session.state !== "signed-in") return null
  return (
    <>
      <PageHead title="Security" />
      <Password onChange={() => setChanges(changes + 1)} />
      <ConfirmFactor />
      <Passkeys />
      <TwoFactor isOn={session.person.twoFactorEnabled} />
      <Sessions key={changes} />
    </>
  )
}

function Password({ onChange }: { onChange(): void }) {
  const sending = useSending()
  const [saved, setSaved] = useState(0)
  const change = (form: FormData) =>
    sending.run(async () => {
      const answer = await send("/change-password", {
        currentPassword: form.get("current"),
        newPassword: form.get("next"),
        revokeOtherSessions: true,
      })
      if (!answer.ok) return answer
      setSaved(saved + 1)
      toast("Password changed")
      onChange()
      return null
    })
  return (
    <Part title="Password" text="Changing it signs you out of all other devices.">
      <Form key={saved} refusal={sending.refusal} onSend={change}>
        <div className="part-body">
          <div className="fields">
            <TextField
              label="Current password"
              name="current"
              at="#/currentPassword"
              type="password"
              autoComplete="current-password"
            />
            <TextField
              label="New password"
              name="next"
              at="#/newPassword"
              type="password"
              autoComplete="new-password"
              minLength={10}
            />
          </div>
        </div>
        <div className="part-foot">
          <span>At least 10 characters.</span>
          <Button type="submit" isBusy={sending.isRunning}>
            Change password
          </Button>
        </div>
      </Form>
    </Part>
  )
}
