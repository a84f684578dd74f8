import type { CheckRow } from "../check/documents.ts"
import { Fact } from "../check/detail.tsx"
import { Glyph } from "../part/glyph.tsx"
import { Icon } from "../part/icon.tsx"
import { Ago, DayAndTime, Since, millisecondsInWords } from "../part/time.tsx"
import { useProject } from "../project/context.ts"
import { Link } from "../router/link.tsx"
import { Actions } from "./actions.tsx"
import type { MonitorWhole } from "./documents.ts"
import { Labels } from "./row.tsx"
import { conditionOf, kindWord, minutesInWords, targetOf } from "./words.ts"

type Props = { monitor: MonitorWhole; latest: CheckRow | undefined; onChange(): void }

export function Head({ monitor, latest, onChange }: Props) {
  const { may, path } = useProject()
  const { mood, word } = conditionOf(monitor)
  const reason =
    mood === "good" || mood === "off" ? null : (latest?.reason ?? monitor.lastCheckReason)
  return (
    <>
      <div className="page-head">
        <div>
          <Link className="back" to={path("monitors")}>
            <Icon name="back" size={16} /> Monitors
          </Link>
          <h1>{monitor.name}</h1>
          <p className="monitor-sub muted">
            {kindWord[monitor.kind]} · <Target monitor={monitor} /> <Labels monitor={monitor} />
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
              Muted until <DayAndTime at={monitor.mutedUntil} />: checks go on, nobody is told.
            </p>
          )}
        </div>
      </section>
      <Facts monitor={monitor} latest={latest} />
    </>
  )
}

const Target = ({ monitor }: { monitor: MonitorWhole }) =>
  monitor.kind === "HTTP" && monitor.url !== null ? (
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
      <Fact name="Last check">{checkedAt === null ? "none yet" : <Ago at={checkedAt} />}</Fact>
      {monitor.kind === "HEARTBEAT" ? (
        <Fact name="Last ping">
          {monitor.lastPingAt === null ? "none yet" : <Ago at={monitor.lastPingAt} />}
        </Fact>
      ) : (
        <Fact name="Response time">{ms === null ? "–" : millisecondsInWords(ms)}</Fact>
      )}
      {monitor.kind !== "HEARTBEAT" && (
        <Fact name="Checked every">{minutesInWords(monitor.intervalSeconds / 60)}</Fact>
      )}
      <Fact name="Offline after">
        {monitor.failureThreshold} {monitor.failureThreshold === 1 ? "failure" : "failures"}
      </Fact>
      {ends && (
        <Fact name="Certificate ends">
          <Ago at={ends} />
        </Fact>
      )}
    </dl>
  )
}
