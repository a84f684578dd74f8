import { useNavigate } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { Submit } from "../ui/button.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { PageHead } from "../ui/page-head.tsx"
import { ChannelKinds, CreateTeamChannel } from "./channel-documents.ts"
import { readSettings, SettingFields, SetupSteps } from "./channel-form.tsx"
import { isForTeams, recordOf, type Kind } from "./channel-record.ts"
import { Unsaved } from "../ui/unsaved.tsx"

/** Choose a kind, follow its steps, enter its settings; then a code is sent there. */
export function NewChannelPage(): ReactNode {
  const { id: projectId, may, pages } = useProject()
  const navigate = useNavigate()
  const { data, error, isFirst, again } = useRead(ChannelKinds, {})
  const create = useChange(CreateTeamChannel)
  const [chosen, choose] = useState<Kind | null>(null)
  const kinds = (data?.channelKinds ?? []).filter(isForTeams)
  const kind = chosen ?? kinds.find(({ missing }) => missing === null)?.kind

  const send = async (form: FormData, kind: Kind) => {
    const name = entry(form, "name").trim() || recordOf(kind).title
    const done = await create.run({ projectId, kind, name, settings: readSettings(kind, form) })
    if (done === null) return
    await navigate(pages.channel(done.createChannel.id))
  }
  if (!may("on_call:write")) return <NoAccess label="Add channel" needs={["on_call:write"]} />
  return (
    <>
      <PageHead title="Add channel" back={{ label: "Team channels", ...pages.channels }} />
      <Missing error={error} onAgain={again} />
      {isFirst && <Waiting />}
      {kind !== undefined && (
        <Form className="stack" refusal={create.refusal} onSend={(form) => void send(form, kind)}>
          <Unsaved refusal={create.refusal} />
          <fieldset className="field">
            <legend className="legend">Kind</legend>
            <div className="kind-grid">
              {kinds.map((one) => (
                <label key={one.kind} className="pick">
                  <input
                    type="radio"
                    name="kind"
                    value={one.kind}
                    checked={one.kind === kind}
                    disabled={one.missing !== null}
                    onChange={() => {
                      create.clear()
                      choose(one.kind)
                    }}
                  />
                  <span>
                    <span className="pick-title">{recordOf(one.kind).title}</span>
                    <span className="muted small">
                      {one.missing ?? recordOf(one.kind).description}
                    </span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <div className="beside">
            <div className="stack">
              <TextField
                label="Name"
                name="name"
                autoComplete="off"
                placeholder={recordOf(kind).title}
                hint="Shown where a policy names the channel."
              />
              <SettingFields kind={kind} />
              <div className="form-foot">
                <Submit isBusy={create.isRunning}>Add and send code</Submit>
              </div>
              <p className="muted small">
                A code is sent to the channel. Until you enter it, no alerts are sent there.
              </p>
            </div>
            <SetupSteps kind={kind} />
          </div>
        </Form>
      )}
    </>
  )
}
