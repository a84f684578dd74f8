import { Link } from "@tanstack/react-router"
import { memo } from "react"
import { Flags } from "../monitor/labels.tsx"
import { hasResponseTime } from "../monitor/monitor-kind.ts"
import { confirmationDue, targetOf } from "../monitor/monitor-messages.ts"
import { pagesOf } from "../project/pages.ts"
import { Glyph } from "../ui/glyph.tsx"
import { SelectRow } from "../ui/select-row.tsx"
import { millisecondsInWords } from "../ui/time.tsx"
import { RecentUptime, RowStatus, shownMood, type RowProps } from "./list-row.tsx"
import { Strip } from "./strip.tsx"

/** A row as a tile, for the grid. */
export const Tile = memo(function Tile(props: RowProps) {
  const { projectId, monitor, isSelected, isCurrent, onSelect } = props
  const { id, name, p95Ms, recentUptime } = monitor
  const mood = shownMood(monitor)
  const unwatched = monitor.unwatchedFindings[0]?.text
  return (
    <div
      className="list-tile card"
      data-selected={isSelected || undefined}
      data-current={isCurrent || undefined}
    >
      <span className="tile-head">
        <Glyph mood={mood} />
        <Link {...pagesOf(projectId).monitor(id)} className="row-link clip" data-row={id}>
          {name}
        </Link>
        {onSelect !== undefined && (
          <SelectRow
            name={name}
            isSelected={isSelected}
            onSelect={(range) => onSelect(id, range)}
          />
        )}
      </span>
      <span className="list-target clip" title={unwatched}>
        {unwatched ?? targetOf(monitor)}
      </span>
      <Strip checks={monitor.recentChecks} />
      <span className="tile-foot">
        <span>
          <RowStatus monitor={monitor} />
        </span>
        {confirmationDue(monitor) === null && (
          <span className="muted">
            <RecentUptime of={recentUptime} />
            {hasResponseTime(monitor.kind) &&
              typeof p95Ms === "number" &&
              ` · ${millisecondsInWords(p95Ms)}`}
          </span>
        )}
      </span>
      <Flags {...monitor} />
    </div>
  )
})
