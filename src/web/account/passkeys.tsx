import { useCallback, useEffect, useState } from "react"
import { Part, SettingRow } from "../settings/part.tsx"
import { addPasskey, listPasskeys, type OwnPasskey } from "./own-passkeys.ts"
import { passkeyObstacle } from "../sign-in/passkey.ts"
import { useSending } from "../sign-in/sending.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { Ago } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { RemovePasskey, RenamePasskey } from "./change-passkey.tsx"

type Open = { change: "rename" | "remove"; passkey: OwnPasskey }

/** What the person signs in with instead of a password. */
export function Passkeys({ onAdded }: { onAdded?(): void }) {
  const obstacle = passkeyObstacle()
  const [passkeys, setPasskeys] = useState<OwnPasskey[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [open, setOpen] = useState<Open | null>(null)
  const sending = useSending()
  const read = useCallback(() => {
    listPasskeys().then(
      (found) => {
        setPasskeys(found)
        setError(null)
      },
      () => setError("Your passkeys could not be read."),
    )
  }, [])
  useEffect(read, [read])

  const add = () =>
    sending.run(async () => {
      const outcome = await addPasskey()
      if (!outcome.ok) return outcome.message
      toast("Passkey added")
      read()
      onAdded?.()
      return null
    })
  const close = () => setOpen(null)
  const done = () => {
    close()
    read()
  }
  return (
    <Part
      title="Passkeys"
      text={
        obstacle ??
        "Sign in by fingerprint, face or PIN instead of your password and one-time code."
      }
      side={
        obstacle === null && (
          <Button icon="plus" isBusy={sending.isRunning} onClick={add}>
            Add passkey
          </Button>
        )
      }
    >
      <Missing error={error} onAgain={read} />
      {sending.refusal !== null && (
        <p className="refused" role="alert">
          {sending.refusal.message}
        </p>
      )}
      {passkeys === null && error === null && <Waiting rows={1} />}
      <ul>
        {passkeys?.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} onOpen={setOpen} />
        ))}
      </ul>
      {open?.change === "rename" && (
        <RenamePasskey passkey={open.passkey} onDone={done} onClose={close} />
      )}
      {open?.change === "remove" && (
        <RemovePasskey passkey={open.passkey} onDone={done} onClose={close} />
      )}
    </Part>
  )
}

function Row({ passkey, onOpen }: { passkey: OwnPasskey; onOpen(open: Open): void }) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey
  return (
    <SettingRow
      title={
        <>
          {name} {isSynced && <Badge>Synced</Badge>}
        </>
      }
      sub={
        <>
          added <Ago at={createdAt} /> ·{" "}
          {lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              last used <Ago at={lastUsedAt} />
            </>
          )}
        </>
      }
    >
      <Button
        variant="quiet"
        aria-label={`Rename the passkey ${name}`}
        onClick={() => onOpen({ change: "rename", passkey })}
      >
        Rename
      </Button>
      <Button
        variant="quiet"
        aria-label={`Remove the passkey ${name}`}
        onClick={() => onOpen({ change: "remove", passkey })}
      >
        Remove
      </Button>
    </SettingRow>
  )
}
