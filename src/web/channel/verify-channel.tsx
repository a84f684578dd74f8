import { useChange } from "../live/apply-change.ts"
import { useRefresh } from "../live/refresh.ts"
import { Part } from "../settings/part.tsx"
import { Button, Submit } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { Ago } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { useNow } from "../ui/use-clock.ts"
import { ResendTeamCode, VerifyTeamChannel } from "./channel-documents.ts"
import type { ChannelProps } from "./channel-page.tsx"

/** An unverified channel receives only codes. */
export function VerifyChannel({ channel, onChange }: ChannelProps) {
  const { id, name, codeExpiresAt } = channel
  const verify = useChange(VerifyTeamChannel)
  const resend = useChange(ResendTeamCode)
  useRefresh(onChange)
  const now = useNow()
  const isExpired = codeExpiresAt !== null && Date.parse(codeExpiresAt) <= now
  const send = async (form: FormData) => {
    resend.clear()
    if ((await verify.run({ id, code: entry(form, "code") })) === null) return
    toast(`${name} is verified`)
    onChange()
  }
  const ask = async () => {
    verify.clear()
    if ((await resend.run({ id })) === null) return
    toast("A new code was sent")
    onChange()
  }
  return (
    <Part
      title="Verify the channel"
      text={
        codeExpiresAt === null ? (
          "No code is open. Send one to the channel."
        ) : isExpired ? (
          "The last code has expired. Send another one to the channel."
        ) : (
          <>
            We sent a six-digit code to {name}. It expires <Ago at={codeExpiresAt} />.
          </>
        )
      }
    >
      <div className="part-body">
        <Form className="inline-form" refusal={verify.refusal ?? resend.refusal} onSend={send}>
          {codeExpiresAt !== null && !isExpired && (
            <>
              <TextField
                label={`Code sent to ${name}`}
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                autoFocus
              />
              <Submit isBusy={verify.isRunning}>Confirm</Submit>
            </>
          )}
          <Button isBusy={resend.isRunning} onClick={() => void ask()}>
            {codeExpiresAt === null || isExpired ? "Send code" : "Resend code"}
          </Button>
        </Form>
      </div>
    </Part>
  )
}
