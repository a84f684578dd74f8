import { useState } from "react"
import { useSending } from "../sign-in/sending.ts"
import { send } from "../sign-in/session.ts"
import { Button, Submit } from "../ui/button.tsx"
import { Confirm, Dialog } from "../ui/dialog.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { toast } from "../ui/toast.tsx"
import type { OwnPasskey } from "./own-passkeys.ts"

type Props = { passkey: OwnPasskey; onDone(): void; onClose(): void }

export function RenamePasskey({ passkey, onDone, onClose }: Props) {
  const sending = useSending()
  const [name, setName] = useState(passkey.name)
  const save = () =>
    sending.run(async () => {
      const answer = await send("/passkey/update-passkey", { id: passkey.id, name: name.trim() })
      if (answer.ok) onDone()
      return answer.ok ? null : answer
    })
  return (
    <Dialog title={`Rename ${passkey.name}`} onClose={onClose}>
      <Form className="stack" refusal={sending.refusal} onSend={save}>
        <TextField
          label="Name"
          name="name"
          value={name}
          maxLength={100}
          autoFocus
          autoComplete="off"
          hint="Where it is kept, such as “Work laptop” or “1Password”."
          onChange={({ target }) => setName(target.value)}
        />
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Submit isBusy={sending.isRunning} disabled={name.trim() === ""}>
            Save name
          </Submit>
        </div>
      </Form>
    </Dialog>
  )
}

export function RemovePasskey({ passkey: { id, name }, onDone, onClose }: Props) {
  const sending = useSending()
  const remove = () =>
    sending.run(async () => {
      const answer = await send("/passkey/delete-passkey", { id })
      if (!answer.ok) return answer
      toast(`Passkey ${name} removed`)
      onDone()
      return null
    })
  return (
    <Confirm
      title={`Remove the passkey ${name}?`}
      text="You can no longer sign in with it, only with your password or another passkey. Delete it on your device as well, so that it is not offered again."
      verb="Remove passkey"
      change={sending}
      onYes={remove}
      onClose={onClose}
    />
  )
}
