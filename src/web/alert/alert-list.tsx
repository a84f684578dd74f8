import { Suspense, useMemo, useState, type ReactNode } from "react"
import { lazyPart } from "../lazy-part.ts"
import { useChangeEvents } from "../live/events.ts"
import { useMore } from "../live/load-more.ts"
import { AlertCounted } from "../project/count-documents.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { ExportMenu } from "../ui/export-menu.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { AlertGroups } from "../incident/group-documents.ts"
import { GroupLine, groupRow, selectRow } from "../incident/group-line.tsx"
import { useGroups } from "../incident/use-groups.ts"
import type { ResultOf } from "../graphql.ts"
import { rowsOf } from "../ui/fold-groups.ts"
import { useBulk } from "../incident/use-bulk.ts"
import { useRowKeys } from "../ui/use-row-keys.ts"
import { useSelection } from "../ui/use-selection.ts"
import type { AlertDialog } from "./alert-dialogs.tsx"
import { Alerts, AlertsOfGroup, type AlertRow } from "./alert-documents.ts"
import { AlertFilterBar, useAlertFilter } from "./alert-filters.tsx"
import { AlertLine } from "./alert-line.tsx"
import { useNewAlerts } from "./use-new-alerts.ts"
import "./alert-list.css"

// Loads with the first selection.
const BulkBar = lazyPart(() => import("../incident/bulk-bar.tsx"), "BulkBar")
const Dialogs = lazyPart(() => import("./alert-dialogs.tsx"), "AlertDialogs")

const groupDocuments = {
  groups: AlertGroups,
  pick: ({ project }: ResultOf<typeof AlertGroups>) => project?.alertGroups,
  rows: AlertsOfGroup,
  pickRows: ({ project }: ResultOf<typeof AlertsOfGroup>) => project?.alerts,
}

export function AlertList(): ReactNode {
  const { filter, isFiltered, isGroupable } = useAlertFilter()
  return <Found key={JSON.stringify(filter)} {...{ filter, isFiltered, isGroupable }} />
}

type Props = Pick<ReturnType<typeof useAlertFilter>, "filter" | "isFiltered" | "isGroupable">

function Found({ filter, isFiltered, isGroupable }: Props) {
  const { id: projectId, may } = useProject()
  const matching = { projectId, ...filter }
  const list = useMore(Alerts, matching, (data) => data.project?.alerts)
  const { first, rows, error, hasMore, more } = list
  const total = first?.project?.alerts.totalCount ?? null
  const { live, waiting, clear } = useNewAlerts(matching, rows)
  const canChange = may("alerts:write")
  const grouping = useGroups(groupDocuments, rows, isGroupable)
  const { lines } = grouping
  const shownRows = useMemo(() => rowsOf(lines), [lines])
  useChangeEvents(
    AlertCounted,
    { projectId },
    ({ alertChanged }) => alertChanged,
    grouping.againSoon,
  )
  const selection = useSelection(shownRows)
  const again = () => {
    list.again()
    void grouping.again()
  }
  const { selected } = selection
  const count = selected.isAll ? (total ?? 0) : selected.ids.size
  const bulk = useBulk(
    { noun: "alert", selection: selected.isAll ? { filter } : { ids: [...selected.ids] } },
    () => {
      selection.clear()
      again()
    },
  )
  const [asked, setAsked] = useState<{ id: string; dialog: AlertDialog } | null>(null)
  const ask = (dialog: AlertDialog) => (id: string) => {
    const alert = shownRows.find((row) => row.id === id)
    const isOver = alert?.resolvedAt !== null
    const isQuiet = dialog === "snooze" && alert?.acknowledgedAt !== null
    if (canChange && !isOver && !isQuiet) setAsked({ id, dialog })
  }
  useRowKeys({
    ...(canChange && {
      x: (id: string) => selectRow(selection, grouping.groups, id, false),
      X: (id: string) => selectRow(selection, grouping.groups, id, true),
    }),
    a: (id) => (count > 0 ? bulk.acknowledge() : press(id, "a")),
    r: (id) => (count > 0 ? bulk.resolve() : press(id, "r")),
    s: ask("snooze"),
    p: ask("page"),
    i: ask("assign"),
    n: ask("note"),
  })
  const subject = shownRows.find(({ id }) => id === asked?.id)
  const show = () => {
    clear()
    again()
  }
  return (
    <>
      <PageHead title="Alerts" sub={<Count total={total} isFiltered={isFiltered} />}>
        <ExportMenu projectId={projectId} of={[{ rows: "alerts", filter }]} />
      </PageHead>
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
          <Captions canSelect={canChange} />
          <ul className="rows" aria-label="Alerts">
            {lines.map((line) =>
              "group" in line ? (
                <li key={groupRow(line.group.key)}>
                  <GroupLine
                    group={line.group}
                    noun="alert"
                    isOpen={grouping.isOpen(line.group.key)}
                    onToggle={() => void grouping.toggle(line.group)}
                    isSelected={line.group.ids.every(selection.has)}
                    onSelect={canChange ? () => selection.toggleAll(line.group.ids) : undefined}
                  />
                </li>
              ) : (
                <AlertLine
                  key={line.row.id}
                  alert={latest(line.row, live.get(line.row.id))}
                  isInner={line.isInner}
                  isSelected={selection.has(line.row.id)}
                  onSelect={canChange ? selection.toggle : undefined}
                  onChange={again}
                />
              ),
            )}
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
      {canChange && count > 0 && (
        <Suspense>
          <BulkBar
            noun="alert"
            bulk={bulk}
            mayAlerts
            count={count}
            all={selected.isAll ? undefined : (total ?? undefined)}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
          />
        </Suspense>
      )}
    </>
  )
}

const Captions = ({ canSelect }: { canSelect: boolean }) => (
  <div className="alert-row alert-captions" aria-hidden="true">
    {canSelect && <span />}
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
