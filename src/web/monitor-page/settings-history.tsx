import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { Differences } from "../monitor/differences.tsx"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Missing } from "../ui/empty.tsx"
import { DayAndTime } from "../ui/time.tsx"
import { ChangesOfMonitor, changesOf, type SettingsChange } from "./history-documents.ts"
import { useMonitor } from "./monitor-context.ts"
import { actionInWords, differencesOf } from "../monitor/settings-words.ts"
import "./settings-history.css"
import { Card } from "../ui/card.tsx"

/** Every change from the audit log: who, when, before and after. */
export function SettingsHistory() {
  const { id: projectId } = useProject()
  const { monitor } = useMonitor()
  const { rows, error, hasMore, more, again } = useMore(
    ChangesOfMonitor,
    { projectId, ...changesOf(monitor.id) },
    (data) => data.project?.auditEntries,
  )
  const changes = rows?.filter(({ action }) => action !== "monitor.check_requested")
  return (
    <Card title="History">
      <Missing error={error} onAgain={again} />
      {changes?.length === 0 && !hasMore && <p className="card-body muted">No changes recorded</p>}
      <ol className="rows">
        {changes?.map((change) => (
          <Line key={change.id} change={change} />
        ))}
      </ol>
      {hasMore && (
        <p className="card-foot">
          <Button onClick={more}>Load more</Button>
        </p>
      )}
    </Card>
  )
}

function Line({ change }: { change: SettingsChange }) {
  const { action, actorKind, actorName, at, changes } = change
  const differences = differencesOf(changes)
  return (
    <li className="change-row">
      <span className="change-what">{actionInWords(action)}</span>
      <span className="change-who">
        {actorName} {actorKind === "KEY" && <Badge>API key</Badge>}
      </span>
      <span className="muted small">
        <DayAndTime at={at} />
      </span>
      {differences.length > 0 && (
        <dl className="change-list">
          <Differences of={differences} />
        </dl>
      )}
    </li>
  )
}
