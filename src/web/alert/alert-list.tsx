import { Suspense, useState, type ReactNode } from "react"
import { lazyPart } from "../lazy-part.ts"
import { useMore } from "../live/load-more.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { useRowKeys } from "../ui/use-row-keys.ts"
import type { AlertDialog } from "./alert-dialogs.tsx"
import { Alerts, type AlertRow } from "./alert-documents.ts"
import { AlertFilterBar, useAlertFilter } from "./alert-filters.tsx"
import { AlertLine } from "./alert-line.tsx"
import { useNewAlerts } from "./use-new-alerts.ts"
import "./alert-list.css"

const Dialogs = lazyPart(() => import("./alert-dialogs.tsx"), "AlertDialogs")

export function AlertList(): ReactNode {
  const { filter, isFiltered } = useAlertFilter()
  return <Found key={JSON.stringify(filter)} filter={filter} isFiltered={isFiltered} />
}

type Props = Pick<ReturnType<typeof useAlertFilter>, "filter" | "isFiltered">

function Found({ filter, isFiltered }: Props) {
  const { id: projectId } = useProject()
  const selection = { projectId, ...filter }
  const { first, rows, error, hasMore, more, again } = useMore(
    Alerts,
    selection,
    (data) => data.project?.alerts,
  )
  const total = first?.project?.alerts.totalCount ?? null
  const { live, waiting, clear } = useNewAlerts(selection, rows)
  const { may } = useProject()
  const [asked, setAsked] = useState<{ id: string; dialog: AlertDialog } | null>(null)
  const ask = (dialog: AlertDialog) => (id: string) => {
    const alert = rows?.find((row) => row.id === id)
    const isOver = alert?.resolvedAt !== null
    const isQuiet = dialog === "snooze" && alert?.acknowledgedAt !== null
    if (may("alerts:write") && !isOver && !isQuiet) setAsked({ id, dialog })
  }
  useRowKeys({
    a: (id) => press(id, "a"),
    r: (id) => press(id, "r"),
    s: ask("snooze"),
    p: ask("page"),
    i: ask("assign"),
    n: ask("note"),
  })
  const subject = rows?.find(({ id }) => id === asked?.id)
  const show = () => {
    clear()
    again()
  }
  return (
    <>
      <PageHead title="Alerts" sub={<Count total={total} isFiltered={isFiltered} />} />
      <AlertFilterBar />
      {waiting > 0 && (
        <div className="alert-new">
          <Button onClick={show}>
            Show {waiting} new {waiting === 1 ? "alert" : "alerts"}
          </Button>
        </div>
      )}
      {rows === undefined &&
        (error === null ? <Waiting rows={6} /> : <Failed message={error} onAgain={again} />)}
      {rows?.length === 0 && waiting === 0 && <None isFiltered={isFiltered} />}
      {rows !== undefined && rows.length > 0 && (
        <div className="card alert-table">
          <Captions />
          <ul className="rows" aria-label="Alerts">
            {rows.map((row) => (
              <AlertLine key={row.id} alert={latest(row, live.get(row.id))} onChange={again} />
            ))}
          </ul>
        </div>
      )}
      {asked !== null && subject !== undefined && (
        <Suspense>
          <Dialogs
            dialog={asked.dialog}
            alert={subject}
            onChange={again}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
      {hasMore && (
        <div>
          <Button onClick={more}>Load more</Button>
        </div>
      )}
    </>
  )
}

const Captions = () => (
  <div className="alert-row alert-captions" aria-hidden="true">
    <span />
    <span>Alert</span>
    <span data-wide>Severity</span>
    <span>State</span>
    <span data-wide>Raised</span>
    <span data-wide>Lasted</span>
  </div>
)

/** Presses the button of a row, which asks what it has to ask. */
function press(id: string, key: "a" | "r"): void {
  const row = document.querySelector(`[data-row-id="${CSS.escape(id)}"]`)
  row?.querySelector<HTMLButtonElement>(`[data-key="${key}"] button`)?.click()
}

const latest = (row: AlertRow, live: AlertRow | undefined): AlertRow =>
  live !== undefined && live.updatedAt > row.updatedAt ? live : row

/** A list is not counted further. */
const mostCounted = 10_000

function Count({ total, isFiltered }: { total: number | null; isFiltered: boolean }) {
  if (total === null) return <>{"\u00A0"}</>
  const count = total >= mostCounted ? `${total.toLocaleString()} or more` : total.toLocaleString()
  return (
    <span aria-live="polite">
      {count} {total === 1 ? "alert" : "alerts"}
      {isFiltered && " found"}
    </span>
  )
}

const None = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No matching alerts">
      <p>Change or clear the filters to see more.</p>
    </Empty>
  ) : (
    <Empty title="No alerts yet">
      <p>
        An alert pages the person on call. Each outage raises one, and so does a degraded monitor.
      </p>
    </Empty>
  )
