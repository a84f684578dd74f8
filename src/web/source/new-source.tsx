import { useNavigate } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { ButtonLink, Submit } from "../ui/button.tsx"
import { Choice, Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { PageHead } from "../ui/page-head.tsx"
import { Unsaved } from "../ui/unsaved.tsx"
import { ShowKey } from "./show-key.tsx"
import { CreateSource } from "./source-documents.ts"
import { readSource, SourceFields } from "./source-fields.tsx"
import { kindHint, kindWord, sourceKinds, type SourceKind } from "./source-words.ts"

type Made = { id: string; key: string; url: string }

export function NewSourcePage(): ReactNode {
  const { id: projectId, mayWhole, pages } = useProject()
  const navigate = useNavigate()
  const create = useChange(CreateSource)
  const [kind, setKind] = useState<SourceKind>("PAGERDUTY")
  const [made, setMade] = useState<Made | null>(null)

  const send = async (form: FormData) => {
    const integrationKey = kind === "PAGERDUTY" ? entry(form, "integrationKey").trim() : ""
    const done = await create.run({
      projectId,
      kind,
      ...readSource(form, kind),
      ...(integrationKey !== "" && { integrationKey }),
    })
    if (done === null) return
    const { key, url, source } = done.createSource
    setMade({ id: source.id, key, url })
  }
  if (!mayWhole("alerts:write")) return <NoAccess label="New source" needs={["alerts:write"]} />
  return (
    <>
      <PageHead title="New source" back={{ label: "Alert sources", ...pages.sources }} />
      <Form className="stack" refusal={create.refusal} onSend={(form) => void send(form)}>
        <Unsaved refusal={create.refusal} />
        <Choice
          label="Kind"
          name="kind"
          value={kind}
          hint={kindHint[kind]}
          options={sourceKinds.map((value) => ({ value, label: kindWord[value] }))}
          onChange={({ target }) => setKind(target.value as SourceKind)}
        />
        <SourceFields kind={kind} />
        {kind === "PAGERDUTY" && (
          <TextField
            label="Integration key (optional)"
            name="integrationKey"
            autoComplete="off"
            hint="To keep the key that your senders use now. Without it, a new one is made."
          />
        )}
        <div className="form-foot">
          <Submit isBusy={create.isRunning}>Create source</Submit>
          <ButtonLink {...pages.sources} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </Form>
      {made !== null && (
        <ShowKey
          title="Source created"
          kind={kind}
          shown={made}
          onClose={() => void navigate(pages.source(made.id))}
        />
      )}
    </>
  )
}
