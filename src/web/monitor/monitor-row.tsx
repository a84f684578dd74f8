import { Link } from "@tanstack/react-router"
import { Glyph } from "../ui/glyph.tsx"
import { Since, Ago, millisecondsInWords } from "../ui/time.tsx"
import { useProject } from "../project/project-context.ts"
import type { MonitorRow } from "./monitor-documents.ts"
import type { StripCheck } from "./strip.tsx"
import { Strip } from "./strip.tsx"
import { isProbed, kindWord } from "./monitor-kind.ts"
import { conditionOf, targetOf } from "./monitor-messages.ts"

type Props = { monitor: MonitorRow; checks: StripCheck[] | undefined }

export function Row({ monitor, checks }: Props) {
  const { id: projectId } = useProject()
  const { mood, word } = conditionOf(monitor)
  const { kind, lastCheckDurationMs: ms, lastPingAt } = monitor
  return (
    <li className="monitor-row" data-mood={mood}>
      <Glyph mood={mood} size={18} />
      <div className="monitor-name">
        <Link
          to="/projects/$projectId/monitors/$monitorId"
          params={{ projectId, monitorId: monitor.id }}
          className="clip"
        >
          {monitor.name}
        </Link>
        <Labels monitor={monitor} />
        <span className="monitor-target clip">
          {kindWord(kind)} · {targetOf(monitor)}
        </span>
      </div>
      <Strip checks={checks} />
      <span className="monitor-ms">
        {isProbed(kind) ? (
          ms !== null && millisecondsInWords(ms)
        ) : lastPingAt === null ? (
          "no ping yet"
        ) : (
          <Ago at={lastPingAt} />
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
