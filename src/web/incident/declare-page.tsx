import { useNavigate } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { ButtonLink, Submit } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { Choice, Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { MarkdownField } from "../ui/markdown.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { useStoredText } from "../ui/stored-text.ts"
import { toast } from "../ui/toast.tsx"
import { AffectedMonitors, announcedOf, type Affected } from "./affected-monitors.tsx"
import { countSubscribers, verbFor } from "./audience-words.ts"
import { DeclareIncident, PlannedAudience as PlannedAudienceDocument } from "./declare-documents.ts"
import { capital } from "../ui/capital.ts"
import { IncidentWords } from "./incident-list-documents.ts"
import { usePeopleToPage, whomOf, WhomField } from "./people-to-page.tsx"
import { PlannedAudience } from "./planned-audience.tsx"
import { TemplateChoice, type Template } from "./template-choice.tsx"
import { hasPlaceholder } from "./template-words.ts"
import "./declare.css"

export function DeclarePage(): ReactNode {
  const { pages, may } = useProject()
  const back = { label: "Incidents", ...pages.incidents }
  return (
    <>
      <PageHead
        title="Declare incident"
        back={back}
        sub="For a problem that no monitor has found. It pages those whom you name."
      />
      {may("incidents:write") ? (
        <DeclareForm />
      ) : (
        <Empty title="Only editors declare incidents">
          <ButtonLink to={back.to} params={back.params}>
            All incidents
          </ButtonLink>
        </Empty>
      )}
    </>
  )
}

/** Whom the form pages; null for nobody. */
function pageOf(form: FormData) {
  const whom = whomOf(form.getAll("whom").map(String))
  const policyId = entry(form, "policyId") || null
  const isAnybody = policyId !== null || whom.userIds.length + whom.teamIds.length > 0
  return isAnybody ? { ...whom, policyId } : null
}

function DeclareForm() {
  const { id: projectId, may, pages } = useProject()
  const navigate = useNavigate()
  const declare = useChange(DeclareIncident)
  const { data } = useRead(IncidentWords, { projectId })
  const { policies, choices } = usePeopleToPage()
  const [title, setTitle] = useStoredText(`declare-title.${projectId}`)
  const [text, setText] = useStoredText(`declare-text.${projectId}`)
  const [filled, setFilled] = useState(0)
  const [severity, setSeverity] = useState("major")
  const [affected, setAffected] = useState<readonly Affected[]>([])
  const maySeePages = may("status_pages:read")
  const read = useRead(
    PlannedAudienceDocument,
    { projectId, monitorIds: affected.map(({ id }) => id) },
    { pause: !maySeePages },
  )
  const audience = read.data?.project?.incidentAudience
  const severities = data?.project?.severities.edges.map(({ node }) => node) ?? []
  const states = data?.project?.states.edges.map(({ node }) => node) ?? []

  const use = (template: Template) => {
    setTitle(template.title)
    setText(template.body)
    if (template.severity !== null) setSeverity(template.severity)
    setFilled((count) => count + 1)
  }
  const send = async (form: FormData) => {
    const done = await declare.run({
      projectId,
      title,
      description: text,
      severity,
      state: entry(form, "state"),
      monitors: announcedOf(affected),
      page: pageOf(form),
    })
    if (done === null) return
    setTitle("")
    setText("")
    toast(`Incident #${done.declareIncident.number} declared`)
    void navigate(pages.incident(done.declareIncident.id))
  }
  return (
    <div className="declare stack wide">
      <Form className="card declare-form" refusal={declare.refusal} onSend={send}>
        <TemplateChoice onUse={use} />
        <TextField
          label="Title"
          name="title"
          value={title}
          autoComplete="off"
          placeholder="Checkout fails for some customers"
          onChange={({ target }) => setTitle(target.value)}
        />
        <div className="fields">
          <Choice
            label="Severity"
            name="severity"
            value={severity}
            onChange={({ target }) => setSeverity(target.value)}
            options={severities.map(({ name, label }) => ({ value: name, label: capital(label) }))}
          />
          <Choice
            label="State"
            name="state"
            key={states.length}
            defaultValue="identified"
            options={states
              .filter(({ meaning }) => meaning !== "RESOLVED")
              .map(({ name, label }) => ({ value: name, label: capital(label) }))}
          />
        </div>
        {may("monitors:read") && <AffectedMonitors value={affected} onChange={setAffected} />}
        <fieldset className="declare-page">
          <legend>Page someone</legend>
          <div className="fields">
            <Choice
              label="On-call policy"
              name="policyId"
              at="#/page/policyId"
              defaultValue=""
              options={[
                { value: "", label: "Nobody by a policy" },
                ...policies.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <WhomField options={choices} at="#/page/userIds" />
          </div>
        </fieldset>
        <MarkdownField
          key={filled}
          label="Description"
          name="description"
          hint="Public where a status page shows the incident: what is wrong, for whom, and what you do about it."
          defaultValue={text}
          onChange={setText}
        />
        {hasPlaceholder(`${title} ${text}`) && (
          <p className="refused">Some placeholders have no value yet.</p>
        )}
        <div className="form-foot">
          <Submit isBusy={declare.isRunning}>
            {verbFor("Declare incident", countSubscribers(audience ?? []))}
          </Submit>
          <ButtonLink variant="quiet" {...pages.incidents}>
            Cancel
          </ButtonLink>
        </div>
      </Form>
      {maySeePages && <PlannedAudience audience={audience} title={title} text={text} />}
    </div>
  )
}
