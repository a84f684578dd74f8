import { useEffect, useState } from "react"
import { Part } from "../settings/part.tsx"
import { choosePasskey, passkeyObstacle, signInWith } from "../sign-in/passkey.ts"
import { useSending } from "../sign-in/sending.ts"
import { readSession, send, useSession } from "../sign-in/session.ts"
import { Button } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { listPasskeys } from "./own-passkeys.ts"

/** Proves a second factor within this session, where the account has one and the session proved none. */
export function ConfirmFactor() {
  const session = useSession()
  const person = session.state === "signed-in" ? session.person : null
  const isNeeded = person !== null && !person.hasProvedFactor
  const [hasPasskey, setHasPasskey] = useState(false)
  const sending = useSending()
  useEffect(() => {
    if (!isNeeded || passkeyObstacle() !== null) return
    listPasskeys().then(
      (found) => setHasPasskey(found.length > 0),
      // The list below says so.
      () => setHasPasskey(false),
    )
  }, [isNeeded])

  const confirm = () =>
    sending.run(async () => {
      const chosen = await choosePasskey({})
      if (!(chosen instanceof PublicKeyCredential)) return chosen
      const answer = await signInWith(chosen)
      if (answer.ok) await readSession()
      return answer.ok ? null : answer.message
    })
  const verify = (form: FormData) =>
    sending.run(async () => {
      const code = entry(form, "code").replaceAll(/\s/g, "")
      const path = /^\d{6}$/.test(code) ? "verify-totp" : "verify-backup-code"
      const answer = await send(`/two-factor/${path}`, { code })
      if (answer.ok) await readSession()
      return answer.ok ? null : answer.message
    })
  if (!isNeeded || !(hasPasskey || person.twoFactorEnabled)) return null
  return (
    <Part
      title="Confirm your second factor"
      text="You signed in without it. It is needed to change how you sign in."
      side={
        hasPasskey && (
          <Button isBusy={sending.isRunning} onClick={confirm}>
            Use a passkey
          </Button>
        )
      }
    >
      {person.twoFactorEnabled ? (
        <div className="part-body">
          <Form className="inline-form" refusal={sending.refusal} onSend={verify}>
            <TextField
              label="Code from the app, or a backup code"
              name="code"
              autoComplete="one-time-code"
            />
            <Button type="submit" isBusy={sending.isRunning}>
              Confirm
            </Button>
          </Form>
        </div>
      ) : (
        sending.refusal !== null && (
          <p className="refused" role="alert">
            {sending.refusal.message}
          </p>
        )
      )}
    </Part>
  )
}
