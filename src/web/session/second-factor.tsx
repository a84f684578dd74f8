import { useState } from "react"
import { Button } from "../part/button.tsx"
import { Form, TextField } from "../part/field.tsx"
import { Gate } from "./gate.tsx"
import { useSending } from "./sending.ts"
import { readSession, send } from "./session.ts"
import { entry } from "../part/entry.ts"

/** The second step of signing in: six digits, or one of the codes kept for a lost phone. */
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
            <input type="checkbox" name="trust" /> Do not ask on this device for 30 days
          </label>
        )}
        <Button type="submit" look="accent" isBusy={sending.isSending}>
          Continue
        </Button>
      </Form>
      <p className="gate-foot">
        <button type="button" className="as-link" onClick={() => setBackup(!isBackup)}>
          {isBackup ? "Use the app's code" : "Use a backup code"}
        </button>
        <button type="button" className="as-link" onClick={onBack}>
          Back
        </button>
      </p>
    </Gate>
  )
}
