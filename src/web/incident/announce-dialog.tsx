import { useRead } from "../live/live-read.ts"
import { Dialog } from "../ui/dialog.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { useProject } from "../project/project-context.ts"
import { AddUpdate } from "./add-update.tsx"
import type { OneIncident } from "./incident-documents.ts"
import { AudienceOfIncident } from "./incident-side-documents.ts"

type Props = { incident: OneIncident; onChange(): void; onClose(): void }

/** The form for updates where the page of the incident is not open. */
export function AnnounceDialog({ incident: { id, number }, onChange, onClose }: Props) {
  const { may } = useProject()
  const maySeePages = may("status_pages:read")
  const { data, error, isFirst, again } = useRead(
    AudienceOfIncident,
    { id },
    { pause: !maySeePages },
  )
  return (
    <Dialog title={`Update of incident #${number}`} onClose={onClose}>
      <Missing error={error} onAgain={again} />
      {maySeePages && isFirst ? (
        <Waiting rows={3} />
      ) : (
        <AddUpdate
          id={id}
          audience={data?.incident?.audience ?? []}
          asked={1}
          onAdded={() => {
            onChange()
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}
