import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { MaintenanceBadge } from "../monitor/maintenance-badge.tsx"
import { Badge } from "../ui/badge.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { SelectRow } from "../ui/select-row.tsx"
import { Ago, Since } from "../ui/time.tsx"
import { Tint } from "../ui/tint.tsx"
import { titleOf } from "../ui/title-of.ts"
import { capital } from "../ui/capital.ts"
import { moodOfState } from "./incident-line.tsx"
import type { ListedIncident } from "./incident-list-documents.ts"

/** Names of all monitors that it is about, the failed one first. */
const monitorsOf = ({
  monitor,
  monitors = [],
}: Pick<ListedIncident, "monitor" | "monitors">): string[] => [
  ...new Set([...(monitor ? [monitor.name] : []), ...monitors.map((one) => one.monitor.name)]),
]

const isMaintained = ({ resolvedAt, monitor, monitors = [] }: ListedIncident): boolean =>
  resolvedAt === null &&
  [monitor, ...monitors.map((one) => one.monitor)].some((one) => one?.currentMaintenance)

type Props = {
  incident: ListedIncident
  /** True below the line of its group. */
  isInner: boolean
  isSelected: boolean
  /** Absent for viewers, who cannot change incidents. */
  onSelect?: ((id: string, isRange: boolean) => void) | undefined
}

/** One incident of the list: columns where there is room for them, else two lines. */
export function IncidentRowLine({ incident, isInner, isSelected, onSelect }: Props) {
  const { pages } = useProject()
  const { id, number, state, severity, startedAt, resolvedAt } = incident
  const { acknowledgedBy, acknowledgedAt } = incident
  const mood = moodOfState(state.meaning)
  const [first, ...others] = monitorsOf(incident)
  return (
    <div
      className="incident-line"
      data-row-id={id}
      data-selected={isSelected || undefined}
      data-inner={isInner || undefined}
    >
      {onSelect !== undefined && (
        <SelectRow
          name={`incident ${number}`}
          isSelected={isSelected}
          onSelect={(isRange) => onSelect(id, isRange)}
        />
      )}
      <Link
        className="incident-row"
        data-over={resolvedAt !== null || undefined}
        {...pages.incident(id)}
      >
        <Glyph mood={mood} />
        <span className="incident-number">#{number}</span>
        <span className="incident-title clip">
          {titleOf(incident)}
          {incident.isFlapping && <Badge>Flapping</Badge>}
          {isMaintained(incident) && <MaintenanceBadge />}
        </span>
        <span className="incident-monitors clip">
          {first ?? (incident.monitors === undefined ? "—" : "No monitor")}
          {others.length > 0 && ` +${others.length}`}
        </span>
        <span className="incident-severity">
          <span className="dot" style={{ background: severity.color }} /> {capital(severity.label)}
        </span>
        <strong className="incident-state tinted" data-mood={mood}>
          <Tint value={state.label}>{capital(state.label)}</Tint>
        </strong>
        <span className="incident-started">
          <Ago at={startedAt} />
        </span>
        <span className="incident-duration">
          <Since at={startedAt} until={resolvedAt} />
        </span>
        <span className="incident-by clip">
          {acknowledgedAt === null ? (
            "—"
          ) : (
            <>
              {acknowledgedBy}, <Ago at={acknowledgedAt} />
            </>
          )}
        </span>
      </Link>
    </div>
  )
}

/** Names of the columns; each row says the same in words. */
export const IncidentColumns = ({ canSelect }: { canSelect: boolean }) => (
  <div className="incident-line incident-columns" aria-hidden="true">
    {canSelect && <span className="incident-select" />}
    <div className="incident-row">
      <span />
      <span>No.</span>
      <span>Title</span>
      <span className="incident-monitors">Monitors</span>
      <span className="incident-severity">Severity</span>
      <span>State</span>
      <span className="incident-started">Started</span>
      <span className="incident-duration">Duration</span>
      <span className="incident-by">Acknowledged by</span>
    </div>
  </div>
)
