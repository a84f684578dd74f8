import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Ago, DayAndTime } from "../ui/time.tsx"
import { CancelMaintenance } from "./maintenance-documents.ts"
import type { SeriesView } from "./series-documents.ts"
import { zonedFormat } from "../ui/zone.ts"
import { mayPlan } from "./plan-needs.ts"
import { Card } from "../ui/card.tsx"
import { ConfirmChange } from "../live/confirm-change.tsx"

type Window = SeriesView["maintenances"][number]
type Props = { series: SeriesView; onChange(): void }

const exact = zonedFormat({ dateStyle: "medium", timeStyle: "short" })

/** The windows that are scheduled so far; each can be changed or skipped by itself. */
export function SeriesWindows({ series: { maintenances }, onChange }: Props) {
  const { pages, may } = useProject()
  const [skipping, setSkipping] = useState<Window | null>(null)
  return (
    <Card title="Next windows" side={<span className="muted small">Scheduled 90 days ahead</span>}>
      {maintenances.length === 0 && <p className="card-body muted">None.</p>}
      <ul className="rows">
        {maintenances.map((window) => {
          const { id, startsAt, state, isEdited } = window
          const at = exact.format(new Date(startsAt))
          return (
            <li key={id} className="window-row date-row">
              <Link className="name-link" {...pages.maintenance(id)}>
                <DayAndTime at={startsAt} />
              </Link>
              <span className="muted small">
                {state === "ONGOING" ? (
                  <Badge tone="maintenance">Ongoing</Badge>
                ) : (
                  <Ago at={startsAt} />
                )}{" "}
                {isEdited && <Badge>Changed</Badge>}
              </span>
              {mayPlan(may) && state === "SCHEDULED" && (
                <span className="row date-actions">
                  <ButtonLink
                    variant="quiet"
                    {...pages.editMaintenance(id)}
                    aria-label={`Change ${at}`}
                  >
                    Change
                  </ButtonLink>
                  <Button
                    variant="quiet"
                    aria-label={`Skip ${at}`}
                    onClick={() => setSkipping(window)}
                  >
                    Skip
                  </Button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {skipping !== null && (
        <ConfirmChange
          title="Skip this date?"
          text={`Nothing is scheduled on ${exact.format(new Date(skipping.startsAt))}; the series continues. A skipped date does not come back.`}
          verb="Skip this date"
          document={CancelMaintenance}
          variables={{ id: skipping.id }}
          said="Date skipped"
          onDone={onChange}
          onClose={() => setSkipping(null)}
        />
      )}
    </Card>
  )
}
