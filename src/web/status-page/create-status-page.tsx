import { useNavigate } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useClient } from "urql"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { NoAccess } from "../project/no-access.tsx"
import { useProject } from "../project/project-context.ts"
import { ButtonLink, Submit } from "../ui/button.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entries, entry } from "../ui/form-entry.ts"
import { PageHead } from "../ui/page-head.tsx"
import { Switch } from "../ui/switch.tsx"
import { toast } from "../ui/toast.tsx"
import { backToPages } from "./builder-head.tsx"
import { AttachMonitor } from "./component-documents.ts"
import { MonitorChoice } from "../monitor/monitor-choice.tsx"
import { CreateStatusPage, SlugIssue } from "./status-page-documents.ts"
import { slugOf } from "./status-page-messages.ts"
import { Unsaved } from "../ui/unsaved.tsx"
import { useSettled } from "../ui/use-settled.ts"

/** Name, URL and monitors; everything else is set beside the preview. */
export function NewStatusPage(): ReactNode {
  const { id: projectId, name: projectName, may, pages } = useProject()
  const client = useClient()
  const navigate = useNavigate()
  const create = useChange(CreateStatusPage)
  const [isBusy, setBusy] = useState(false)
  const [name, setName] = useState(projectName)
  const [slug, setSlug] = useState<string | null>(null)
  const wanted = useSettled(slug ?? slugOf(name))
  const { data } = useRead(SlugIssue, { projectId, slug: wanted }, { pause: wanted === "" })
  const issue = wanted === (slug ?? slugOf(name)) ? data?.project?.slugIssue : null
  const send = async (form: FormData) => {
    setBusy(true)
    const given = entry(form, "slug")
    const made = await create.run({
      projectId,
      name,
      isPublic: form.has("isPublic"),
      ...(given === "" ? {} : { slug: given }),
    })
    if (made !== null) {
      const statusPageId = made.createStatusPage.id
      const failed = await attachAll(statusPageId, entries(form, "monitors"))
      if (failed > 0) toast(`${failed} monitors were not added.`, { isBad: true })
      await navigate({
        to: "/projects/$projectId/status-pages/$pageId/{-$tab}",
        params: { projectId, pageId: statusPageId },
      })
    }
    setBusy(false)
  }
  async function attachAll(statusPageId: string, monitorIds: string[]): Promise<number> {
    let failed = 0
    for (const monitorId of monitorIds.filter((id) => id !== "")) {
      const { error } = await client
        .mutation(AttachMonitor, { statusPageId, monitorId })
        .toPromise()
      if (error !== undefined) failed += 1
    }
    return failed
  }
  if (!may("status_pages:write"))
    return <NoAccess label="New status page" needs={["status_pages:write"]} />
  return (
    <>
      <PageHead title="New status page" back={backToPages(projectId)} />
      <Form className="form" aria-label="New status page" refusal={create.refusal} onSend={send}>
        <Unsaved refusal={create.refusal} />
        <div className="card form-part">
          <TextField
            label="Name"
            name="name"
            autoComplete="off"
            autoFocus
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            label="URL"
            name="slug"
            autoComplete="off"
            spellCheck={false}
            value={slug ?? slugOf(name)}
            issue={issue && `${wanted} ${issue}`}
            hint={`${location.origin}/status/${slug ?? slugOf(name)}. It cannot be changed later; custom domains can.`}
            onChange={({ target }) => setSlug(target.value)}
          />
          <MonitorChoice
            label="Monitors"
            name="monitors"
            hint="What visitors see. More can be added, ordered and grouped afterwards."
          />
          <Switch
            label="Publish right away"
            name="isPublic"
            hint="Otherwise only members of the project can see it until you publish it."
          />
        </div>
        <div className="form-foot">
          <Submit isBusy={isBusy}>Create status page</Submit>
          <ButtonLink {...pages.statusPages} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </>
  )
}
