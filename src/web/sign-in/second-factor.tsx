import { useState } from "react"
import { Submit } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { Gate } from "./session-gate.tsx"
import { useSending } from "./sending.ts"
import { readSession, send } from "./session.ts"
import { entry } from "../ui/form-entry.ts"

/** The second step of signing in: six digits, or a backup code. */
export function SecondFactor({ onBack }: { onBack(): void }) {
  const [isBackup, setBackup] = useState(false)
  const sending = useSending()

  const verify = (form: FormData) =>
    sending.run(async () => {
      const path = isBackup ? "/two-factor/verify-backup-code" : "/two-factor/verify-totp"
      const code = entry(form, "code").replaceAll(/\s/g, "")
      const answer = await send(path, { code, trustDevice: form.get("trust") === "on" })
      if (!answer.ok) return answer.message
      await readSession()
      return null
    })

  return (
    <Gate title={isBackup ? "Backup code" : "One-time code"}>
      <Form key={String(isBackup)} className="stack" refusal={sending.refusal} onSend={verify}>
        <TextField
          label={isBackup ? "One of your backup codes" : "Code from your authenticator app"}
          name="code"
          autoFocus
          required
          autoComplete="one-time-code"
          {...(isBackup ? {} : { inputMode: "numeric" as const, pattern: "[0-9 ]*" })}
        />
        {!isBackup && (
          <label className="tick">
            <input type="checkbox" name="trust" /> Trust this device for 30 days
          </label>
        )}
        <Submit isBusy={sending.isRunning}>Continue</Submit>
      </Form>
      <p className="muted small">
        Without either, ask the operator of this installation, who can remove your second factors.
      </p>
      <p className="gate-foot">
        <button type="button" className="as-link" onClick={() => setBackup(!isBackup)}>
          {isBackup ? "Use your authenticator app" : "Use a backup code"}
        </button>
        <button type="button" className="as-link" onClick={onBack}>
          Back
        </button>
      </p>
    </Gate>
  )
}
