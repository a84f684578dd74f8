import { useState } from "react"
import { ConfirmChange } from "../live/confirm-change.tsx"
import { useProject } from "../project/project-context.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Menu } from "../ui/menu.tsx"
import { CancelMaintenance, EndMaintenance, type MaintenanceView } from "./maintenance-documents.ts"
import { ExtendDialog } from "./extend-dialog.tsx"
import { mayPlan } from "./plan-needs.ts"

type Props = { window: MaintenanceView; onChange(): void }

/** What can be done with a window that is not over. */
export function MaintenanceActions({ window, onChange }: Props) {
  const { pages, may } = useProject()
  const [open, setOpen] = useState<"end" | "cancel" | "extend" | null>(null)
  const { id, title, state, series } = window
  if (!may("maintenances:write") || state === "COMPLETED" || state === "CANCELLED") return null
  const edit = pages.editMaintenance(id)
  const isOngoing = state === "ONGOING"
  const skip = series === null ? "Cancel" : "Skip"
  return (
    <>
      {isOngoing ? (
        <>
          <Button onClick={() => setOpen("extend")}>Extend…</Button>
          <Button variant="accent" onClick={() => setOpen("end")}>
            End now
          </Button>
        </>
      ) : (
        mayPlan(may) && (
          <ButtonLink variant="accent" {...edit}>
            Edit
          </ButtonLink>
        )
      )}
      <Menu
        label={`More actions for ${title}`}
        items={[
          isOngoing && mayPlan(may) && { label: "Edit", icon: "edit", link: edit },
          isOngoing && mayPlan(may) && "line",
          { label: `${skip}…`, isDanger: true, run: () => setOpen("cancel") },
        ]}
      />
      {open === "extend" && (
        <ExtendDialog window={window} onClose={() => setOpen(null)} onExtended={onChange} />
      )}
      {open === "end" && (
        <ConfirmChange
          title={`End “${title}” now?`}
          text="Monitors that are still failing declare an outage and page from now on."
          verb="End now"
          document={EndMaintenance}
          variables={{ id }}
          said="Maintenance ended"
          onDone={onChange}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "cancel" && (
        <ConfirmChange
          title={`${skip} “${title}”?`}
          text={
            series === null
              ? "Status pages no longer show it. Canceled maintenance cannot be scheduled again."
              : "Only this date is skipped; the series continues. A skipped date does not come back."
          }
          verb={series === null ? "Cancel maintenance" : "Skip this date"}
          document={CancelMaintenance}
          variables={{ id }}
          said={series === null ? "Maintenance canceled" : "Date skipped"}
          onDone={onChange}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
