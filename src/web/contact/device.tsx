import type { ChannelView } from "./contact-messages.ts"
import { Findings } from "../ui/findings.tsx"
import { useEffect, useRef, useState } from "react"
import {
  AddDevice,
  DevicesQuery,
  EnterCode,
  RemoveChannel,
  TestChannel,
} from "./contact-documents.ts"
import { Line } from "./contact-line.tsx"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Missing } from "../ui/empty.tsx"
import { entry } from "../ui/form-entry.ts"
import { Form, TextField } from "../ui/field.tsx"
import { useSending } from "../sign-in/sending.ts"
import {
  canSubscribe,
  deviceName,
  onCode,
  rememberDevice,
  rememberedDevice,
  subscribe,
  unsubscribe,
} from "./push-subscription.ts"
import { Card } from "../ui/card.tsx"

/** Push notifications on this device: turn on, verify by the first notification, test, turn off. */
export function Device() {
  const { data, error, again } = useRead(DevicesQuery, {})
  const key = data?.installation.webPushKey ?? null
  const devices = (data?.viewer?.channels ?? []).filter(({ kind }) => kind === "WEB_PUSH")
  const known = devices.find(({ id }) => id === rememberedDevice())
  const others = devices.filter((device) => device !== known)
  const state =
    known === undefined
      ? "off"
      : !known.enabled
        ? "lost"
        : known.verifiedAt === null
          ? "waiting"
          : "on"
  return (
    <Card
      title="Notifications on this device"
      side={<Badge tone={state === "on" ? "good" : "plain"}>{state === "on" ? "On" : "Off"}</Badge>}
    >
      <Missing error={error} onAgain={again} />
      {data !== undefined && (
        <div className="card-body stack">
          {key === null || !canSubscribe() ? (
            <p className="muted">
              {key === null
                ? "Browsers only allow notifications over https, and this installation is served over http."
                : "This browser does not support web notifications. On an iPhone or iPad, add Watchkeeper to the home screen first."}
            </p>
          ) : known === undefined || state === "lost" ? (
            <TurnOn applicationKey={key} lost={known} onChange={again} />
          ) : state === "waiting" ? (
            <Waiting id={known.id} onChange={again} />
          ) : (
            <Proven id={known.id} onChange={again} />
          )}
        </div>
      )}
      {others.length > 0 && (
        <ul className="rows" aria-label="Other devices">
          {others.map((device) => (
            <Line key={device.id} channel={device} onChange={again} />
          ))}
        </ul>
      )}
    </Card>
  )
}

type Part = { id: string; onChange(): void }
type Lost = Pick<ChannelView, "id" | "lastFindings"> | undefined

function TurnOn({
  applicationKey,
  lost,
  onChange,
}: {
  applicationKey: string
  lost: Lost
  onChange(): void
}) {
  const add = useChange(AddDevice)
  const remove = useChange(RemoveChannel)
  const sending = useSending()
  const begin = () =>
    sending.run(async () => {
      const made = await subscribe(applicationKey)
      if ("refusal" in made) return made.refusal
      if (lost !== undefined) await remove.run({ id: lost.id })
      const done = await add.run({ kind: "WEB_PUSH", name: deviceName(), settings: made.settings })
      if (done === null) return null
      rememberDevice(done.createChannel.id)
      onChange()
      return null
    })
  return (
    <>
      <p className="muted">
        {lost !== undefined && lost.lastFindings.length > 0 ? (
          <Findings of={lost.lastFindings} />
        ) : (
          "Get your alerts as notifications with an Acknowledge button, even when this page is closed."
        )}
      </p>
      <Form refusal={sending.refusal ?? add.refusal} onSend={begin}>
        <Button type="submit" isBusy={sending.isRunning}>
          {lost === undefined ? "Turn on" : "Turn on again"}
        </Button>
      </Form>
    </>
  )
}

/** The first notification carries a code; the service worker passes it on, or a person types it. */
function Waiting({ id, onChange }: Part) {
  const verify = useChange(EnterCode)
  const enter = async (code: string) => {
    if ((await verify.run({ id, code })) !== null) onChange()
  }
  const latest = useRef(enter)
  useEffect(() => {
    latest.current = enter
  })
  useEffect(() => onCode((code) => void latest.current(code)), [])
  return (
    <>
      <p role="status">
        Waiting for the first notification to confirm that this device receives them.
      </p>
      <Form
        className="inline-form"
        refusal={verify.refusal}
        onSend={(form) => void enter(entry(form, "code"))}
      >
        <TextField label="Code from the notification, if this page does not update" name="code" />
        <Button type="submit" isBusy={verify.isRunning}>
          Enter
        </Button>
        <TurnOff id={id} onChange={onChange} />
      </Form>
    </>
  )
}

function Proven({ id, onChange }: Part) {
  const test = useChange(TestChannel)
  const [sent, setSent] = useState(false)
  return (
    <>
      <p className="muted">This device receives your alerts.</p>
      <Form
        className="row"
        refusal={test.refusal}
        onSend={() => void test.run({ id }).then((done) => setSent(done !== null))}
      >
        <Button type="submit" isBusy={test.isRunning}>
          Send test
        </Button>
        <TurnOff id={id} onChange={onChange} />
      </Form>
      <p role="status" className="muted small">
        {sent && "Sending a test…"}
      </p>
    </>
  )
}

function TurnOff({ id, onChange }: Part) {
  const remove = useChange(RemoveChannel)
  const turnOff = async () => {
    if ((await remove.run({ id })) === null) return
    rememberDevice(null)
    await unsubscribe()
    onChange()
  }
  return (
    <Button variant="quiet" isBusy={remove.isRunning} onClick={() => void turnOff()}>
      Turn off
    </Button>
  )
}
