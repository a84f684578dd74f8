import { Link } from "@tanstack/react-router"
import { useChangeEvents } from "../live/events.ts"
import { useRead } from "../live/live-read.ts"
import { useRefresh } from "../live/refresh.ts"
import { AlertCounted, UnreachableAlerts } from "../project/count-documents.ts"
import { useProject } from "../project/project-context.ts"
import { Glyph } from "../ui/glyph.tsx"
import { titleOf } from "../ui/title-of.ts"

/** As many alerts are read at most. */
const mostRead = 20

/** On every page of a project: the open alerts about which nobody could be reached. */
export function Unreachable() {
  const { id: projectId, may, pages } = useProject()
  const pause = !may("alerts:read")
  const { data, again } = useRead(UnreachableAlerts, { projectId }, { pause })
  const readSoon = useRefresh(() => pause || again())
  useChangeEvents(AlertCounted, { projectId }, ({ alertChanged }) => alertChanged, readSoon, {
    pause,
  })
  const alerts = data?.project?.unreachableAlerts ?? []
  return (
    <div aria-live="assertive">
      {alerts.length > 0 && (
        <div className="unreachable">
          <Glyph mood="bad" size={16} />
          <p>
            {alerts.length === 1
              ? "Nobody could be reached about an open alert: every message failed. "
              : `Nobody could be reached about ${alerts.length < mostRead ? alerts.length : `at least ${mostRead}`} open alerts: every message failed. `}
            {alerts.slice(0, 3).map(({ id: alertId, number, ...titled }, at) => (
              <span key={alertId}>
                {at > 0 && ", "}
                <Link {...pages.alert(alertId)}>
                  #{number} {titleOf(titled)}
                </Link>
              </span>
            ))}
            {alerts.length > 3 && (
              <>
                {" and "}
                <Link {...pages.alerts}>{alerts.length - 3} more</Link>
              </>
            )}
          </p>
        </div>
      )}
    </div>
  )
}
