import { Link } from "@tanstack/react-router"
import type { CheckRow } from "../check/check-documents.ts"
import { Fact } from "../check/detail.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { Icon } from "../ui/icon.tsx"
import { Ago, DayAndTime, Since, millisecondsInWords } from "../ui/time.tsx"
import { useProject } from "../project/project-context.ts"
import { Actions } from "./monitor-actions.tsx"
import type { MonitorWhole } from "./monitor-documents.ts"
import { Labels } from "./monitor-row.tsx"
import { isProbed, kindWord } from "./monitor-kind.ts"
import { conditionOf, minutesInWords, targetOf } from "./monitor-messages.ts"

type Props = { monitor: MonitorWhole; latest: CheckRow | undefined; onChange(): void }

export function Head({ monitor, latest, onChange }: Props) {
  const { id: projectId, may } = useProject()
  const { mood, word } = conditionOf(monitor)
  const reason =
    mood === "good" || mood === "off" ? null : (latest?.reason ?? monitor.lastCheckReason)
  return (
    <>
      <div className="page-head">
        <div>
          <Link className="back" to="/projects/$projectId/monitors" params={{ projectId }}>
            <Icon name="back" size={16} /> Monitors
          </Link>
          <h1>{monitor.name}</h1>
          <p className="monitor-sub muted">
            {kindWord(monitor.kind)} · <Target monitor={monitor} /> <Labels monitor={monitor} />
          </p>
        </div>
        {may("monitors:write") && <Actions monitor={monitor} latest={latest} onChange={onChange} />}
      </div>
      <section className="headline" data-mood={mood}>
        <Glyph mood={mood} size={28} />
        <div>
          <p className="headline-word tinted" data-mood={mood}>
            {word}
            <span className="headline-since">
              {" "}
              for <Since at={monitor.statusSince} />
            </span>
          </p>
          {reason && <p className="words">{reason}</p>}
          {monitor.isMuted && monitor.mutedUntil !== null && (
            <p className="muted small">
              Muted until <DayAndTime at={monitor.mutedUntil} />: checks continue, but nobody is
              notified.
            </p>
          )}
        </div>
      </section>
      <Facts monitor={monitor} latest={latest} />
    </>
  )
}

const Target = ({ monitor }: { monitor: MonitorWhole }) =>
  monitor.url !== null ? (
    <a href={monitor.url} target="_blank" rel="noreferrer">
      {targetOf(monitor)}
    </a>
  ) : (
    targetOf(monitor)
  )

function Facts({ monitor, latest }: { monitor: MonitorWhole; latest: CheckRow | undefined }) {
  const checkedAt = latest?.startedAt ?? monitor.lastCheckAt
  const ms = latest?.durationMs ?? monitor.lastCheckDurationMs
  const ends = latest?.certificateExpiresAt
  return (
    <dl className="facts fact-tiles card">
      <Fact name="Last check">{checkedAt === null ? "None yet" : <Ago at={checkedAt} />}</Fact>
      {isProbed(monitor.kind) ? (
        <Fact name="Response time">{ms === null ? "–" : millisecondsInWords(ms)}</Fact>
      ) : (
        <Fact name="Last ping">
          {monitor.lastPingAt === null ? "None yet" : <Ago at={monitor.lastPingAt} />}
        </Fact>
      )}
      {isProbed(monitor.kind) && (
        <Fact name="Checked every">{minutesInWords(monitor.intervalSeconds / 60)}</Fact>
      )}
      <Fact name="Offline after">
        {monitor.failureThreshold} {monitor.failureThreshold === 1 ? "failure" : "failures"}
      </Fact>
      {ends && (
        <Fact name="Certificate expires">
          <Ago at={ends} />
        </Fact>
      )}
    </dl>
  )
}
