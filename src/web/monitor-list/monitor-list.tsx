import { getRouteApi } from "@tanstack/react-router"
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react"
import { stringifySearch, parseSearch } from "../layout/search-params.ts"
import { useMaintenanceChanges } from "../maintenance/follow-maintenances.ts"
import { useProject } from "../project/project-context.ts"
import { SavedViews } from "../project/saved-views.tsx"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useSelection } from "../ui/use-selection.ts"
import type { Selection } from "./bulk-documents.ts"
import { filterOf, isFiltered, sortOf } from "./list-filter.ts"
import { ListFilters } from "./list-filters.tsx"
import { useListKeys } from "./list-keys.ts"
import { ListRows } from "./list-rows.tsx"
import { listSearch, type ListSearch } from "./list-search.ts"
import "./monitor-list.css"
import { Summary } from "../monitor/monitor-summary.tsx"
import { monitorsInWords } from "../monitor/monitor-messages.ts"
import { useListCounts } from "./use-list-counts.ts"
import { useMonitorList } from "./use-monitor-list.ts"
import { useRowDetails } from "./use-row-details.ts"
import { lazyPart } from "../lazy-part.ts"

// Not needed for the rows.
const ExportMenu = lazyPart(() => import("../ui/export-menu.tsx"), "ExportMenu")
const NoMonitors = lazyPart(() => import("./no-monitors.tsx"), "NoMonitors")
// Loads with the first selection.
const BulkBar = lazyPart(() => import("./bulk-bar.tsx"), "BulkBar")
const MuteRows = lazyPart(() => import("./mute-rows.tsx"), "MuteRows")

const route = getRouteApi("/signed-in/frame/projects/$projectId/monitors")

export function MonitorList(): ReactNode {
  useTitle("Monitors")
  const { id: projectId, may, mayWhole, pages } = useProject()
  const search: ListSearch = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf(search)
  const sort = sortOf(search)
  const list = useMonitorList({ projectId, sort, ...filter })
  const { counts, total: counted, countSoon, countNow } = useListCounts(projectId, filter)
  const total = counted === undefined ? undefined : counted - list.hidden
  const news = useNews(
    list.readings,
    counted,
    sort === "STATUS_ASC" || sort === "STATUS_SINCE_DESC",
  )
  const details = useRowDetails(projectId, list.rows, list.readings, (ids) => {
    news.changed(ids.length)
    countSoon()
  })
  const selection = useSelection(list.rows)
  const canChange = may("monitors:write")
  const { selected } = selection
  const count = selected.isAll ? (total ?? 0) : selected.ids.size
  const selectedRows = selected.isAll
    ? { projectId, filter }
    : { projectId, ids: [...selected.ids] }
  const [muting, setMuting] = useState<Selection | null>(null)
  const one = (id: string | null) => (id === null ? null : { projectId, ids: [id] })
  const current = useListKeys({
    projectId,
    rows: list.rows ?? [],
    onSelect: canChange ? selection.toggle : undefined,
    onMute: canChange ? (id) => setMuting(count > 0 ? selectedRows : one(id)) : undefined,
  })
  const again = () => {
    list.again()
    countNow()
  }
  const done = () => {
    selection.clear()
    again()
  }
  const change = (words: object) => {
    selection.clear()
    void navigate({ search: (before) => ({ ...before, ...words }), replace: true })
  }
  const isEmpty = list.rows?.length === 0 && !list.isLoading
  const isNew = isEmpty && !isFiltered(search)
  useMaintenanceChanges(projectId, again)
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Monitors</h1>
          {isFiltered(search) && total !== undefined ? (
            <p className="summary muted">{monitorsInWords(total)} found</p>
          ) : (
            <Summary counts={isFiltered(search) ? undefined : counts} />
          )}
        </div>
        {!isNew && (
          <div className="row">
            <Suspense>
              <ExportMenu
                projectId={projectId}
                of={[
                  { rows: "uptime", title: "Uptime of 30 days", filter },
                  { rows: "outages", title: "Outages of 30 days", filter },
                ]}
              />
            </Suspense>
            {mayWhole("monitors:write") && (
              <ButtonLink {...pages.importMonitors}>Import</ButtonLink>
            )}
            {canChange && (
              <ButtonLink {...pages.newMonitor} variant="accent" icon="plus">
                Add monitor
              </ButtonLink>
            )}
          </div>
        )}
      </div>
      {!isNew && (
        <ListFilters search={search} counts={counts} onChange={change}>
          <SavedViews
            page="MONITORS"
            search={stringifySearch(search).slice(1)}
            onOpen={(text) =>
              void navigate({ search: listSearch(parseSearch(text)), replace: true })
            }
          />
        </ListFilters>
      )}
      {list.error !== null && list.rows === undefined && (
        <Failed message={list.error} onAgain={again} />
      )}
      {list.rows === undefined && list.error === null && <Waiting rows={8} />}
      {isNew && (
        <Suspense>
          <NoMonitors />
        </Suspense>
      )}
      {isEmpty && !isNew && (
        <Empty title="No matching monitors">
          <p>
            <button
              type="button"
              className="as-link"
              onClick={() => void navigate({ search: {}, replace: true })}
            >
              Show all monitors
            </button>
          </p>
        </Empty>
      )}
      {list.rows !== undefined && list.rows.length > 0 && (
        <>
          <div className="with-news">
            {news.text !== null && (
              <div className="news">
                <Button onClick={again}>{news.text}</Button>
              </div>
            )}
            <ListRows
              rows={list.rows}
              search={search}
              isLoading={list.isLoading}
              shownOf={details.shownOf}
              isSelected={selection.has}
              current={current}
              onSelect={canChange ? selection.toggle : undefined}
              onShow={details.show}
              onEnd={list.more}
            />
          </div>
          <p className="muted small list-foot">
            {list.hasMore ? "Loading more…" : monitorsInWords(total ?? list.rows.length)}
          </p>
        </>
      )}
      {canChange && count > 0 && (
        <Suspense>
          <BulkBar
            selection={selectedRows}
            count={count}
            all={selected.isAll ? undefined : total}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
            onDone={done}
          />
        </Suspense>
      )}
      {muting !== null && (
        <Suspense>
          <MuteRows
            selection={muting}
            count={Math.max(1, count)}
            onClose={() => setMuting(null)}
            onDone={done}
          />
        </Suspense>
      )}
    </>
  )
}

/** What the list does not show yet: it is not reordered under the pointer. */
function useNews(readings: number, total: number | undefined, isByStatus: boolean) {
  const [changes, setChanges] = useState(0)
  const [known, setKnown] = useState<{ readings: number; total: number } | null>(null)
  const base = useRef(readings)
  useEffect(() => {
    if (base.current === readings) return
    base.current = readings
    setChanges(0)
  }, [readings])
  useEffect(() => {
    if (total === undefined) return
    setKnown((before) => (before?.readings === readings ? before : { readings, total }))
  }, [readings, total])
  const added = known === null || total === undefined ? 0 : total - known.total
  const text =
    added > 0
      ? `${added.toLocaleString("en")} new`
      : isByStatus && changes > 0
        ? "Statuses changed: update the order"
        : null
  return { text, changed: (count: number) => setChanges((before) => before + count) }
}
