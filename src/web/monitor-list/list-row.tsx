import { CorrectedMark } from "../monitor/corrected.tsx"
import { Link } from "@tanstack/react-router"
import { memo } from "react"
import { Glyph, type Mood } from "../ui/glyph.tsx"
import { percentInWords } from "../ui/percent.ts"
import { SelectRow } from "../ui/select-row.tsx"
import { Tint } from "../ui/tint.tsx"
import { millisecondsInWords, Since } from "../ui/time.tsx"
import { lazyPart } from "../lazy-part.ts"
import { FailureCount, NextCheck } from "../check/confirming.tsx"
import { Flags, Labels } from "../monitor/labels.tsx"
import { hasResponseTime, kindWord } from "../monitor/monitor-kind.ts"
import {
  conditionOf,
  confirmationDue,
  targetOf,
  youngInWords,
} from "../monitor/monitor-messages.ts"
import { Strip } from "./strip.tsx"
import type { ShownRow } from "./use-row-details.ts"
import { pagesOf } from "../project/pages.ts"

// Few windows are wide enough.
const Rhythm = lazyPart(() => import("./list-rhythm.tsx"), "Rhythm")

export type RowProps = {
  projectId: string
  monitor: ShownRow
  isSelected: boolean
  isCurrent: boolean
  /** True to show what fits a phone. */
  isPhone: boolean
  /** True to show what only a wide window has room for. */
  isWide: boolean
  /** Absent for viewers, who cannot change monitors. */
  onSelect?: ((id: string, isRange: boolean) => void) | undefined
}

/** Not rendered again while only other rows change. */
export const ListRow = memo(function ListRow(props: RowProps) {
  const { projectId, monitor, isSelected, isCurrent, isPhone, isWide, onSelect } = props
  const { id, name, kind } = monitor
  const mood = shownMood(monitor)
  const unwatched = monitor.unwatchedFindings[0]?.text
  return (
    <div
      className="list-row hovers"
      data-selected={isSelected || undefined}
      data-current={isCurrent || undefined}
      data-wide={isWide || undefined}
      data-select={onSelect !== undefined || undefined}
    >
      {onSelect !== undefined && (
        <SelectRow name={name} isSelected={isSelected} onSelect={(range) => onSelect(id, range)} />
      )}
      <Glyph mood={mood} />
      <span className="list-name">
        <Link {...pagesOf(projectId).monitor(id)} className="row-link clip" data-row={id}>
          {name}
        </Link>
        <span className="list-target clip" title={unwatched}>
          {isPhone && flagsInWords(monitor)}
          {kindWord(kind)} · {unwatched ?? targetOf(monitor)}
        </span>
      </span>
      {!isPhone && <Figures monitor={monitor} />}
      {isWide && <Rhythm monitor={monitor} />}
      <span className="list-status" data-pending={confirmationDue(monitor) !== null || undefined}>
        <RowStatus monitor={monitor} />
      </span>
    </div>
  )
})

/** Where no badges fit. */
const flagsInWords = ({ isMuted, isInMaintenance }: ShownRow) =>
  `${isInMaintenance ? "In maintenance · " : ""}${isMuted ? "Muted · " : ""}`

const Figures = ({ monitor }: { monitor: ShownRow }) => {
  const { labels, recentChecks, recentUptime, p95Ms } = monitor
  return (
    <>
      <span className="list-labels">
        <Flags {...monitor} />
        <Labels labels={labels} most={2} />
      </span>
      <Strip checks={recentChecks} />
      <span className="list-figure">
        <RecentUptime of={recentUptime} />
      </span>
      <span className="list-figure">
        {hasResponseTime(monitor.kind) && typeof p95Ms === "number"
          ? millisecondsInWords(p95Ms)
          : "–"}
      </span>
    </>
  )
}

export const RecentUptime = ({ of: uptime }: { of: ShownRow["recentUptime"] }) =>
  uptime && (
    <>
      {percentInWords(uptime.percent)}
      <CorrectedMark seconds={uptime.excludedSeconds} />{" "}
      <span className="muted">{youngInWords(uptime)}</span>
    </>
  )

/** What is shown of the status; a failure that waits for its confirmation is a warning. */
export function shownMood(monitor: ShownRow): Mood {
  const { mood } = conditionOf(monitor)
  return confirmationDue(monitor) === null || mood === "maintenance" ? mood : "warning"
}

/** The status and its age; while a failure waits for its confirmation, that. */
export function RowStatus({ monitor }: { monitor: ShownRow }) {
  const { unconfirmedFailures: failures, failureThreshold, statusSince } = monitor
  const dueAt = confirmationDue(monitor)
  return (
    <>
      <strong className="tinted" data-mood={shownMood(monitor)}>
        {dueAt === null ? (
          <Tint value={conditionOf(monitor).word}>{conditionOf(monitor).word}</Tint>
        ) : (
          <FailureCount failures={failures} failureThreshold={failureThreshold} />
        )}
      </strong>{" "}
      <span className="muted">
        {dueAt === null ? <Since at={statusSince} /> : <NextCheck dueAt={dueAt} />}
      </span>
    </>
  )
}
