import { Glyph } from "../part/glyph.tsx"
import { Since, Ago, millisecondsInWords } from "../part/time.tsx"
import { Link } from "../router/link.tsx"
import type { MonitorRow } from "./documents.ts"
import type { StripCheck } from "./strip.tsx"
import { Strip } from "./strip.tsx"
import { conditionOf, kindWord, targetOf } from "./words.ts"

type Props = { monitor: MonitorRow; to: string; checks: StripCheck[] | undefined }

export function Row({ monitor, to, checks }: Props) {
  const { mood, word } = conditionOf(monitor)
  const { kind, lastCheckDurationMs: ms, lastPingAt } = monitor
  return (
    <li className="monitor-row" data-mood={mood}>
      <Glyph mood={mood} size={18} />
      <div className="monitor-name">
        <Link to={to} className="clip">
          {monitor.name}
        </Link>
        <Labels monitor={monitor} />
        <span className="monitor-target clip">
          {kindWord[kind]} · {targetOf(monitor)}
        </span>
      </div>
      <Strip checks={checks} />
      <span className="monitor-ms">
        {kind === "HEARTBEAT" ? (
          lastPingAt === null ? (
            "no ping yet"
          ) : (
            <Ago at={lastPingAt} />
          )
        ) : (
          ms !== null && millisecondsInWords(ms)
        )}
      </span>
      <span className="monitor-status">
        <strong className="tinted" data-mood={mood}>
          {word}
        </strong>
        <span className="muted small">
          <Since at={monitor.statusSince} />
        </span>
      </span>
    </li>
  )
}

export const Labels = ({ monitor: { labels, isMuted } }: { monitor: MonitorRow }) =>
  (labels.length > 0 || isMuted) && (
    <span className="labels">
      {isMuted && <span className="badge">Muted</span>}
      {labels.slice(0, 3).map(({ id, name, color }) => (
        <span key={id} className="badge">
          <span className="dot" style={{ background: color }} /> {name}
        </span>
      ))}
    </span>
  )
