import { CorrectedMark } from "../monitor/corrected.tsx"
import { Link } from "@tanstack/react-router"
import { memo } from "react"
import { Glyph, type Mood } from "../ui/glyph.tsx"
import { percentInWords } from "../ui/percent.ts"
import { SelectRow } from "../ui/select-row.tsx"
import { Tint } from "../ui/tint.tsx"
import { Ago, durationInWords, millisecondsInWords, Since } from "../ui/time.tsx"
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

type Props = {
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
export const ListRow = memo(function ListRow(props: Props) {
  const { projectId, monitor, isSelected, isCurrent, isPhone, isWide, onSelect } = props
  const { id, name, kind } = monitor
  const mood = shownMood(monitor)
  const unwatched = monitor.unwatchedFindings[0]?.text
  return (
    <div
      className="list-row"
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

const RecentUptime = ({ of: uptime }: { of: ShownRow["recentUptime"] }) =>
  uptime && (
    <>
      {percentInWords(uptime.percent)}
      <CorrectedMark seconds={uptime.excludedSeconds} />{" "}
      <span className="muted">{youngInWords(uptime)}</span>
    </>
  )

/** How often it is checked, and when it last was. */
const Rhythm = ({ monitor }: { monitor: ShownRow }) => {
  const { intervalSeconds, heartbeatIntervalMinutes, lastCheckAt, lastPingAt } = monitor
  const every = heartbeatIntervalMinutes === null ? intervalSeconds : heartbeatIntervalMinutes * 60
  const last = heartbeatIntervalMinutes === null ? lastCheckAt : lastPingAt
  return (
    <>
      <span className="list-figure">{durationInWords(every * 1000)}</span>
      <span className="list-figure">{last === null ? "–" : <Ago at={last} />}</span>
    </>
  )
}

/** What is shown of the status; a failure that waits for its confirmation is a warning. */
function shownMood(monitor: ShownRow): Mood {
  const { mood } = conditionOf(monitor)
  return confirmationDue(monitor) === null || mood === "maintenance" ? mood : "warning"
}

/** The status and its age; while a failure waits for its confirmation, that. */
function RowStatus({ monitor }: { monitor: ShownRow }) {
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

/** The same as a tile, for the grid. */
export const Tile = memo(function Tile(props: Props) {
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
