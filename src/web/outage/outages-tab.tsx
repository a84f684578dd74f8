import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { Fact } from "../check/detail.tsx"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { useMonitor } from "../monitor-page/monitor-context.ts"
import { Corrected } from "../monitor/corrected.tsx"
import { dataInWords } from "../monitor/monitor-messages.ts"
import { percentInWords } from "../ui/percent.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Empty, Missing, Waiting } from "../ui/empty.tsx"
import { ExportMenu } from "../ui/export-menu.tsx"
import { Findings } from "../ui/findings.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { readRange, spanOf, writeRange, type Range } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { DayAndTime, Since, durationInWords } from "../ui/time.tsx"
import { useNow } from "../ui/use-clock.ts"
import { CorrectionsCard } from "./corrections-card.tsx"
import { ExcludeDialog, type ExcludedSpan } from "./exclude-dialog.tsx"
import { OutagesOfMonitor, type CorrectionRow, type OutageRow } from "./outage-documents.ts"
import "./outage.css"

const route = "/signed-in/frame/projects/$projectId/monitors/$monitorId/outages"

export function OutagesTab(): ReactNode {
  const range = readRange(useSearch({ from: route }), "90d")
  const navigate = useNavigate({ from: "/projects/$projectId/monitors/$monitorId/outages" })
  return (
    <Found
      key={JSON.stringify(range)}
      range={range}
      onRange={(next) =>
        void navigate({ search: writeRange(next), replace: true, resetScroll: false })
      }
    />
  )
}

const inWords = (seconds: number | null) =>
  seconds === null ? "–" : durationInWords(seconds * 1000)

function Found({ range, onRange }: { range: Range; onRange(range: Range): void }) {
  const { monitor } = useMonitor()
  const { id: projectId, may } = useProject()
  /** Undefined while the dialog is closed. */
  const [excluding, setExcluding] = useState<ExcludedSpan | undefined>(undefined)
  const [asked] = useState(() => {
    const now = new Date()
    const { from, until } = spanOf(range, now)
    const to = "preset" in range ? new Date(now.getTime() + 86_400_000) : until
    return { from: from.toISOString(), to: to.toISOString() }
  })
  const { data, error, isFirst, again } = useRead(OutagesOfMonitor, { id: monitor.id, ...asked })
  useRefresh(again)
  const read = data?.monitor
  const exported = { ids: [monitor.id], ...asked }
  const lengthMs = Math.min(Date.parse(asked.to), useNow()) - Date.parse(asked.from)
  return (
    <>
      <div className="range-row">
        {read ? (
          <dl className="figure-line" aria-label="Figures of this range">
            <Fact name="Uptime">
              {percentInWords(read.uptime.percent)}
              <span className="muted small"> {dataInWords(read.uptime.coverage, lengthMs)}</span>
              <Corrected seconds={read.uptime.excludedSeconds} />
              {read.uptime.excludedSeconds >= 1 && (
                <span className="muted small">
                  {" "}
                  · measured {percentInWords(read.uptime.uncorrectedPercent)}
                </span>
              )}
            </Fact>
            <Fact name="Outages">{read.outages.offlineCount}</Fact>
            <Fact name="Downtime">
              {read.outages.offlineCount === 0 ? "None" : inWords(read.outages.offlineSeconds)}
            </Fact>
            <Fact name="Mean time to recovery">{inWords(read.outages.meanRecoverySeconds)}</Fact>
            <Fact name="Longest">{inWords(read.outages.longestSeconds)}</Fact>
          </dl>
        ) : (
          <span />
        )}
        <span className="range-actions">
          {may("monitors:write") && (
            <Button onClick={() => setExcluding(null)}>Exclude a span…</Button>
          )}
          <ExportMenu
            projectId={projectId}
            of={[
              { rows: "outages", title: "Outages", filter: exported },
              { rows: "uptime", title: "Uptime", filter: exported },
            ]}
          />
          <RangePicker value={range} onChange={onRange} />
        </span>
      </div>
      {excluding !== undefined && (
        <ExcludeDialog
          monitorId={monitor.id}
          span={excluding}
          onChange={again}
          onClose={() => setExcluding(undefined)}
        />
      )}
      <Missing error={error} onAgain={again} />
      {isFirst && <Waiting rows={6} />}
      {read?.outages.count === 0 && (
        <Empty title="No outages in this range">
          <p>It was neither offline nor degraded.</p>
        </Empty>
      )}
      {read && read.outages.count > 0 && (
        <section className="card" aria-label="Outages">
          <ul className="rows">
            {read.outages.outages.map((outage) => (
              <Line
                key={outage.id}
                outage={outage}
                corrections={read.corrections}
                onExclude={may("monitors:write") ? setExcluding : null}
              />
            ))}
          </ul>
          {read.outages.count > read.outages.outages.length && (
            <p className="card-foot muted">
              The latest {read.outages.outages.length} of {read.outages.count}. Choose a shorter
              range to see the others.
            </p>
          )}
        </section>
      )}
      {read && <CorrectionsCard corrections={read.corrections} onChange={again} />}
    </>
  )
}

type LineProps = {
  outage: OutageRow
  corrections: readonly CorrectionRow[]
  /** Null for people who may not exclude it. */
  onExclude: ((span: ExcludedSpan) => void) | null
}

function Line({ outage, corrections, onExclude }: LineProps) {
  const { level, startedAt, decidedAt, endedAt, seconds, findings } = outage
  const isExcluded = corrections.some(
    (one) => endedAt !== null && one.startsAt <= startedAt && endedAt <= one.endsAt,
  )
  const detected = (Date.parse(decidedAt) - Date.parse(startedAt)) / 1000
  return (
    <li className="outage-row">
      <Glyph mood={level === "OFFLINE" ? "bad" : "warning"} />
      <div className="outage-what">
        <span className="outage-title">
          {level === "OFFLINE" ? "Offline" : "Degraded"}
          <Consequence outage={outage} />
          {isExcluded && <Badge tone="unknown">Excluded from uptime</Badge>}
        </span>
        <span className="muted small words">
          <Findings of={findings} />
        </span>
      </div>
      <span className="outage-when small">
        <DayAndTime at={startedAt} />
        <span className="muted">confirmed after {durationInWords(detected * 1000)}</span>
      </span>
      <span className="outage-length">
        {endedAt === null ? (
          <>
            <Badge tone={level === "OFFLINE" ? "bad" : "warning"}>Ongoing</Badge>{" "}
            <Since at={startedAt} />
          </>
        ) : (
          durationInWords(seconds * 1000)
        )}
      </span>
      {onExclude !== null && endedAt !== null && !isExcluded && (
        <Button variant="quiet" onClick={() => onExclude({ startsAt: startedAt, endsAt: endedAt })}>
          Exclude…
        </Button>
      )}
    </li>
  )
}

/** The incident or alert; or that there was none. */
function Consequence({ outage: { verdict } }: { outage: OutageRow }) {
  const { pages } = useProject()
  if (verdict?.incident) {
    return <Link {...pages.incident(verdict.incident.id)}>Incident #{verdict.incident.number}</Link>
  }
  if (verdict?.alert) {
    return <Link {...pages.alert(verdict.alert.id)}>Alert #{verdict.alert.number}</Link>
  }
  return verdict?.decision === "SILENCED" ? <Badge tone="unknown">No alert sent</Badge> : null
}
