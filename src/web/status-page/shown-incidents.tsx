import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { FormDialog } from "../ui/form-dialog.tsx"
import { entry } from "../ui/form-entry.ts"
import { Picker } from "../ui/picker.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { useBuilder } from "./builder-context.ts"
import { HideIncident, IncidentsToShow, ShowIncident } from "./visitor-documents.ts"
import { titleOf } from "../ui/title-of.ts"
import { Card } from "../ui/card.tsx"

/** Incidents added by hand; those of the page's monitors appear by themselves. */
export function ShownIncidents() {
  const { page, again, mayWrite } = useBuilder()
  const { pages } = useProject()
  const hide = useChange(HideIncident)
  const show = useChange(ShowIncident)
  const [isOpen, setOpen] = useState(false)
  const onHide = async (incidentId: string, title: string) => {
    const variables = { statusPageId: page.id, incidentId }
    if ((await hide.run(variables)) === null) return
    again()
    toast(`${title} hidden`, { undo: () => void show.run(variables).then(again) })
  }
  return (
    <Card
      title="Incidents added by hand"
      text="Incidents of the page's monitors appear by themselves. Add one that has none of them."
      side={mayWrite && <Button onClick={() => setOpen(true)}>Show an incident</Button>}
    >
      {page.shownIncidents.length === 0 ? (
        <p className="card-body muted">None.</p>
      ) : (
        <ul className="rows">
          {page.shownIncidents.map(({ id, number, startedAt, state, ...titled }) => (
            <li key={id} className="announcement-row">
              <div>
                <Link {...pages.incident(id)}>
                  #{number} {titleOf(titled)}
                </Link>
                <p className="muted small">
                  <DayAndTime at={startedAt} />
                </p>
              </div>
              <Badge>
                <span className="dot" style={{ background: state.color }} /> {state.label}
              </Badge>
              {mayWrite && (
                <Button
                  variant="quiet"
                  isBusy={hide.isRunning}
                  aria-label={`Hide incident ${number}`}
                  onClick={() => void onHide(id, titleOf(titled))}
                >
                  Hide
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && <ShowDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}

function ShowDialog({ onClose }: { onClose(): void }) {
  const { page, again } = useBuilder()
  const { id: projectId } = useProject()
  const { data } = useRead(IncidentsToShow, { projectId })
  const show = useChange(ShowIncident)
  const shown = new Set(page.shownIncidents.map(({ id }) => id))
  const incidents = data?.project?.incidents.edges.map(({ node }) => node) ?? []
  const send = async (form: FormData) => {
    const done = await show.run({ statusPageId: page.id, incidentId: entry(form, "incident") })
    if (done === null) return
    again()
    onClose()
  }
  return (
    <FormDialog
      title="Show an incident"
      changes={[show]}
      verb="Show on the page"
      onSend={send}
      onClose={onClose}
    >
      <Picker
        label="Incident"
        name="incident"
        at="#/incidentId"
        placeholder="Number or title"
        hint="One of the latest 50."
        options={incidents
          .filter(({ id }) => !shown.has(id))
          .map((one) => ({ value: one.id, label: `#${one.number} ${titleOf(one)}` }))}
      />
    </FormDialog>
  )
}
