import { Suspense, useState } from "react"
import { Part } from "../settings/part.tsx"
import { Badge } from "../ui/badge.tsx"
import { Button, Submit } from "../ui/button.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { useSending } from "../sign-in/sending.ts"
import { readSession, send } from "../sign-in/session.ts"
import { entry } from "../ui/form-entry.ts"
import { lazyPart } from "../lazy-part.ts"

/** Loaded on set-up, which few visits include. */
const QrCode = lazyPart(() => import("./qr-code.tsx"), "QrCode")

type Setup = { uri: string; backupCodes: string[] }

/** One-time codes: enabling needs the password, and takes effect after the first correct code. */
export function TwoFactor({ isOn }: { isOn: boolean }) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const sending = useSending()
  const begin = (form: FormData) =>
    sending.run(async () => {
      const path = isOn ? "/two-factor/disable" : "/two-factor/enable"
      const answer = await send(path, { password: form.get("password") })
      if (!answer.ok) return answer.message
      if (isOn) await readSession()
      else {
        setSetup({
          uri: String(answer.body["totpURI"]),
          backupCodes: (answer.body["backupCodes"] as string[] | undefined) ?? [],
        })
      }
      return null
    })

  return (
    <Part
      title="Two-factor authentication"
      text={
        isOn
          ? "You need a code from your authenticator app to sign in."
          : "Require a code from an authenticator app in addition to your password."
      }
      side={<Badge tone={isOn ? "good" : "unknown"}>{isOn ? "On" : "Off"}</Badge>}
    >
      <div className="part-body">
        {setup !== null ? (
          <Scan setup={setup} onDone={() => setSetup(null)} />
        ) : (
          <Form key={String(isOn)} className="inline-form" refusal={sending.refusal} onSend={begin}>
            <TextField
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
            />
            <Button type="submit" isBusy={sending.isRunning}>
              {isOn ? "Turn off" : "Set up"}
            </Button>
          </Form>
        )}
      </div>
    </Part>
  )
}

function Scan({ setup: { uri, backupCodes }, onDone }: { setup: Setup; onDone(): void }) {
  const sending = useSending()
  const secret = new URL(uri).searchParams.get("secret") ?? ""
  const verify = (form: FormData) =>
    sending.run(async () => {
      const code = entry(form, "code").replaceAll(/\s/g, "")
      const answer = await send("/two-factor/verify-totp", { code })
      if (!answer.ok) return answer.message
      await readSession()
      onDone()
      return null
    })
  return (
    <>
      <div className="scan">
        <Suspense fallback={<div className="qr" />}>
          <QrCode text={uri} label="QR code for the authenticator app" />
        </Suspense>
        <div className="stack">
          <p>
            Scan this with an authenticator app, <a href={uri}>open it on this device</a>, or type
            the secret:
          </p>
          <Copyable text={secret} label="secret" />
          <p>Save these backup codes in case you lose your phone. Each works once:</p>
          <Copyable text={backupCodes.join(" ")} label="backup codes" />
        </div>
      </div>
      <Form className="inline-form" refusal={sending.refusal} onSend={verify}>
        <TextField
          label="Code from the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
        <Submit isBusy={sending.isRunning}>Turn on</Submit>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </Form>
    </>
  )
}
