import { differencesOf } from "../monitor/settings-words.ts"
import { Differences } from "../monitor/differences.tsx"
import { Badge } from "../ui/badge.tsx"
import { DayAndTime } from "../ui/time.tsx"
import type { AuditRow } from "./audit-documents.ts"
import { actionWords } from "./audit-words.ts"
import { counted } from "../ui/counted.ts"

type Props = { entry: AuditRow; onSubject(id: string): void }

const keyNames = {
  PUBLIC: "Public key",
  LEGACY: "Legacy key",
  INGESTION: "Ingestion key",
  PROGRAM: "Program",
}

/** One change: what, by whom, when; opens to its values before and after. */
export function AuditLine({ entry, onSubject }: Props) {
  const { action, actorKind, actorName, keyClass, subjectId, subjectName, changes, at } = entry
  const differences = differencesOf(changes)
  const program = programOf(entry.via)
  return (
    <li className="audit-line">
      <div className="audit-what">
        <span>{actionWords(action)}</span>
        {subjectName !== null &&
          (subjectId === null ? (
            <strong>{subjectName}</strong>
          ) : (
            <button
              type="button"
              className="as-link"
              title="Show only entries about it"
              onClick={() => onSubject(subjectId)}
            >
              {subjectName}
            </button>
          ))}
      </div>
      <div className="audit-who">
        {actorName}
        {actorKind === "KEY" && <Badge>{keyNames[keyClass ?? "PROGRAM"]}</Badge>}
        {program !== null && <span className="muted small">{program}</span>}
      </div>
      <span className="muted small">
        <DayAndTime at={at} />
      </span>
      {differences.length > 0 && (
        <details className="audit-changes">
          <summary>{counted(differences.length, "value")}</summary>
          <dl>
            <Differences of={differences} />
            {entry.seq !== null && (
              <div>
                <dt>Position and hash</dt>
                <dd className="audit-hash">
                  {entry.seq} · {entry.hash}
                </dd>
              </div>
            )}
          </dl>
        </details>
      )}
    </li>
  )
}

/** "Claude Code, create_monitor": the agent's program and its tool. */
function programOf(via: unknown): string | null {
  if (typeof via !== "object" || via === null) return null
  const parts = Object.values(via).filter((part) => typeof part === "string" && part !== "")
  return parts.length === 0 ? null : parts.join(", ")
}
