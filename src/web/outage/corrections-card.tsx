import type { ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { DayAndTime, durationInWords } from "../ui/time.tsx"
import { toast } from "../ui/toast.tsx"
import { DeleteCorrection, type CorrectionRow } from "./outage-documents.ts"

type Props = { corrections: readonly CorrectionRow[]; onChange(): void }

/** What people excluded from the uptime of this range, each with its reason and a button that undoes it. */
export function CorrectionsCard({ corrections, onChange }: Props): ReactNode {
  const { may } = useProject()
  const remove = useChange(DeleteCorrection)
  if (corrections.length === 0) return null
  const undo = async (id: string) => {
    if ((await remove.run({ id })) === null) return
    toast("Correction undone")
    onChange()
  }
  return (
    <Card title="Corrections">
      {remove.refusal && (
        <p className="refused" role="alert">
          {remove.refusal.message}
        </p>
      )}
      <ul className="rows">
        {corrections.map(({ id, startsAt, endsAt, reason, actorName, monitors }) => (
          <li key={id} className="correction-row">
            <div className="outage-what">
              <span className="words">{reason}</span>
              <span className="muted small">
                {monitors.length > 1
                  ? `Excluded by ${actorName} for ${monitors.length} monitors`
                  : `Excluded by ${actorName}`}
              </span>
            </div>
            <span className="outage-when small">
              <DayAndTime at={startsAt} />
              <span className="muted">
                to <DayAndTime at={endsAt} />
              </span>
            </span>
            <span className="outage-length">
              {durationInWords(Date.parse(endsAt) - Date.parse(startsAt))}
            </span>
            {may("monitors:write") && (
              <Button isBusy={remove.isRunning} onClick={() => void undo(id)}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
