import { Findings } from "../ui/findings.tsx"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Confirm } from "../ui/dialog.tsx"
import { entry } from "../ui/form-entry.ts"
import { Form, TextField } from "../ui/field.tsx"
import { Ago } from "../ui/time.tsx"
import { AnotherCode, EnterCode, RemoveChannel, SwitchChannel } from "./contact-documents.ts"
import { useTest } from "./test.ts"
import { kindWord, type ChannelView } from "./contact-messages.ts"

type Props = { channel: ChannelView; onChange(): void }

export function Line({ channel, onChange }: Props) {
  const { id, kind, name, hint, enabled, verifiedAt, lastDeliveredAt, lastFindings } = channel
  const [isAsking, setAsking] = useState(false)
  const remove = useChange(RemoveChannel)
  const change = useChange(SwitchChannel)
  const test = useTest(id, onChange)
  const done = async (ran: Promise<unknown>) => {
    if ((await ran) === null) return
    setAsking(false)
    onChange()
  }
  return (
    <li className="person-row">
      <div className="event-name">
        <span>
          {name} {name !== kindWord(kind) && <Badge>{kindWord(kind)}</Badge>}{" "}
          {verifiedAt === null && <Badge>Not verified</Badge>}
          {!enabled && <Badge>Off</Badge>}
        </span>
        <span className="muted small">
          {hint}
          {lastDeliveredAt !== null && (
            <>
              {" "}
              · last accepted <Ago at={lastDeliveredAt} />
            </>
          )}
        </span>
        {lastFindings.length > 0 && (
          <span className="small">
            Last delivery failed: <Findings of={lastFindings} />
          </span>
        )}
        <span role="status" className="muted small">
          {test.words}
        </span>
      </div>
      {verifiedAt !== null && enabled && (
        <Button isBusy={test.isRunning} aria-label={`Test ${name}`} onClick={() => test.run()}>
          Test
        </Button>
      )}
      {verifiedAt !== null && (
        <Button
          variant="quiet"
          isBusy={change.isRunning}
          aria-label={`Turn ${enabled ? "off" : "on"} ${name}`}
          onClick={() => void done(change.run({ id, enabled: !enabled }))}
        >
          {enabled ? "Turn off" : "Turn on"}
        </Button>
      )}
      <Button variant="quiet" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      {verifiedAt === null && <Code channel={channel} onChange={onChange} />}
      {isAsking && (
        <Confirm
          title={`Remove ${name}?`}
          text="Nothing more is sent there. Pending deliveries are canceled."
          verb="Remove"
          change={remove}
          onYes={() => void done(remove.run({ id }))}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

/** An unverified channel receives only codes and tests. */
function Code({ channel: { id, name, codeExpiresAt }, onChange }: Props) {
  const enter = useChange(EnterCode)
  const another = useChange(AnotherCode)
  const [words, setWords] = useState("")
  const send = async (form: FormData) => {
    another.clear()
    if ((await enter.run({ id, code: entry(form, "code") })) !== null) onChange()
  }
  const ask = async () => {
    enter.clear()
    if ((await another.run({ id })) === null) return
    setWords("New code sent.")
    onChange()
  }
  return (
    <Form
      className="inline-form contact-code"
      refusal={enter.refusal ?? another.refusal}
      onSend={send}
    >
      {codeExpiresAt !== null && (
        <>
          <TextField
            label={`Code sent to ${name}`}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
          />
          <Button type="submit" isBusy={enter.isRunning}>
            Confirm
          </Button>
        </>
      )}
      <Button variant="quiet" isBusy={another.isRunning} onClick={() => void ask()}>
        {codeExpiresAt === null ? "Send code" : "Resend code"}
      </Button>
      <span role="status" className="muted small">
        {words}
      </span>
    </Form>
  )
}
