import { getRouteApi } from "@tanstack/react-router"
import { Suspense, useMemo, useRef, useState, type ReactNode } from "react"
import { lazyPart } from "../lazy-part.ts"
import { useDensity } from "../layout/density.ts"
import { useChange } from "../live/apply-change.ts"
import { useChangeEvents } from "../live/events.ts"
import type { ResultOf } from "../graphql.ts"
import { IncidentCounted } from "../project/count-documents.ts"
import { useProject } from "../project/project-context.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Empty, Failed, Missing, Waiting } from "../ui/empty.tsx"
import { rowsOf } from "../ui/fold-groups.ts"
import { ExportMenu } from "../ui/export-menu.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { useMedia } from "../ui/use-media.ts"
import { useRowKeys } from "../ui/use-row-keys.ts"
import { useSelection, type Selected } from "../ui/use-selection.ts"
import { VirtualRows } from "../ui/virtual-rows.tsx"
import { ResolveIncident } from "./incident-documents.ts"
import { IncidentGroups, IncidentsOfGroup, type ProblemGroup } from "./group-documents.ts"
import { GroupLine, groupRow, selectRow } from "./group-line.tsx"
import { IncidentFilters } from "./incident-filters.tsx"
import type { ListedIncident } from "./incident-list-documents.ts"
import { IncidentColumns, IncidentRowLine } from "./incident-row.tsx"
import { isFiltered, variablesOf, type IncidentSearch } from "./incident-search.ts"
import { useIncidentRows } from "./read-incidents.ts"
import { AskResolve } from "./resolve.tsx"
import { useAcknowledge } from "./use-acknowledge.ts"
import { useBulk } from "./use-bulk.ts"
import { useGroups } from "./use-groups.ts"
import "./incident-list.css"

// Loads with the first selection.
const BulkBar = lazyPart(() => import("./bulk-bar.tsx"), "BulkBar")

const groupDocuments = {
  groups: IncidentGroups,
  pick: ({ project }: ResultOf<typeof IncidentGroups>) => project?.incidentGroups,
  rows: IncidentsOfGroup,
  pickRows: ({ project }: ResultOf<typeof IncidentsOfGroup>) => project?.incidents,
}

const route = getRouteApi("/signed-in/frame/projects/$projectId/incidents")

/** The server counts no further. */
const mostCounted = 10_000
const counted = (count: number) =>
  count >= mostCounted ? `${mostCounted.toLocaleString()}+` : count.toLocaleString()

export function IncidentList(): ReactNode {
  const { id: projectId, may, pages } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isPointed = useRef(false)
  const list = useIncidentRows(projectId, search, () => !isPointed.current && window.scrollY < 40)
  const { rows, total, open, error, waiting } = list
  const isPhone = useMedia("(max-width: 50rem)")
  const isDense = useDensity() === "dense"
  const canChange = may("incidents:write")
  const grouping = useGroups(groupDocuments, rows, isGroupable(search))
  const { lines } = grouping
  useChangeEvents(
    IncidentCounted,
    { projectId },
    ({ incidentChanged }) => incidentChanged,
    grouping.againSoon,
  )
  const selection = useSelection(useMemo(() => rowsOf(lines), [lines]))
  const again = () => {
    list.again()
    void grouping.again()
  }
  const { selected } = selection
  const count = selected.isAll ? (total ?? 0) : selected.ids.size
  const bulk = useBulk({ noun: "incident", selection: selectedBy(selected, search) }, () => {
    selection.clear()
    again()
  })
  const change = (changes: IncidentSearch) => {
    selection.clear()
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  }
  const clear = () => {
    selection.clear()
    void navigate({ search: ({ sort }) => ({ sort }), replace: true })
  }
  const isEmpty = rows?.length === 0 && !isFiltered(search)
  return (
    <>
      <PageHead title="Incidents" sub={<Summary open={open} total={total} search={search} />}>
        <ExportMenu
          projectId={projectId}
          of={[{ rows: "incidents", filter: variablesOf(search, new Date()) }]}
        />
        {canChange && (
          <ButtonLink {...pages.newIncident} variant="accent" icon="plus">
            Declare incident
          </ButtonLink>
        )}
      </PageHead>
      {!isEmpty && <IncidentFilters search={search} onChange={change} onClear={clear} />}
      {rows === undefined &&
        (error === null ? <Waiting rows={6} /> : <Failed message={error} onAgain={list.again} />)}
      {rows !== undefined && <Missing error={error} onAgain={list.again} />}
      {isEmpty && (
        <Empty title="No incidents yet">
          <p>
            An incident is declared when a monitor reaches its failure threshold, with all evidence
            attached, and resolves when the target recovers.
          </p>
        </Empty>
      )}
      {rows?.length === 0 && !isEmpty && (
        <Empty title="No matching incidents">
          <p>
            <button type="button" className="as-link" onClick={clear}>
              Show all incidents
            </button>
          </p>
        </Empty>
      )}
      <div className="with-news">
        {waiting > 0 && (
          <div className="news">
            <Button
              variant="accent"
              onClick={() => {
                list.showWaiting()
                window.scrollTo({ top: 0 })
              }}
            >
              {waiting} new
            </Button>
          </div>
        )}
        {rows !== undefined && rows.length > 0 && (
          <div
            className="card incident-list"
            data-old={list.isOld || undefined}
            onPointerEnter={() => (isPointed.current = true)}
            onPointerLeave={() => (isPointed.current = false)}
          >
            <IncidentColumns canSelect={canChange} />
            <VirtualRows
              label="Incidents"
              rows={lines}
              rowKey={(line) => ("row" in line ? line.row.id : groupRow(line.group.key))}
              height={isPhone ? 60 : isDense ? 32 : 40}
              onEnd={() => void list.more()}
            >
              {(line) =>
                "group" in line ? (
                  <GroupLine
                    group={line.group}
                    noun="incident"
                    isOpen={grouping.isOpen(line.group.key)}
                    onToggle={() => void grouping.toggle(line.group)}
                    isSelected={line.group.ids.every(selection.has)}
                    onSelect={canChange ? () => selection.toggleAll(line.group.ids) : undefined}
                  />
                ) : (
                  <IncidentRowLine
                    incident={line.row}
                    isInner={line.isInner}
                    isSelected={selection.has(line.row.id)}
                    onSelect={canChange ? selection.toggle : undefined}
                  />
                )
              }
            </VirtualRows>
          </div>
        )}
      </div>
      {canChange && (
        <Keys
          rows={rowsOf(lines)}
          groups={grouping.groups}
          bulk={count > 0 ? bulk : null}
          selection={selection}
          onChange={again}
        />
      )}
      {canChange && count > 0 && (
        <Suspense>
          <BulkBar
            noun="incident"
            bulk={bulk}
            mayAlerts={may("alerts:write")}
            count={count}
            all={selected.isAll ? undefined : total}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
          />
        </Suspense>
      )}
    </>
  )
}

/** Whether open incidents are grouped by cause: the groups are those of all open ones. */
const isGroupable = ({ group, status, ...search }: IncidentSearch): boolean =>
  group !== "none" && status !== "resolved" && !isFiltered(search)

function selectedBy({ isAll, ids }: Selected, search: IncidentSearch) {
  if (!isAll) return { ids: [...ids] }
  const { sort: _sort, ...filter } = variablesOf(search, new Date())
  return { filter }
}

type SummaryProps = { open: number | undefined; total: number | undefined; search: IncidentSearch }

const Summary = ({ open, total = 0, search }: SummaryProps) => (
  <p aria-live="polite">
    <span>
      {open === undefined ? "\u00A0" : open === 0 ? "No open incidents" : `${counted(open)} open`}
    </span>
    {open !== undefined && total > 0 && (
      <span>
        {" "}
        · {isFiltered(search) ? `${counted(total)} found` : `${counted(total)} in total`}
      </span>
    )}
  </p>
)

type KeysProps = {
  rows: ListedIncident[]
  groups: readonly ProblemGroup[]
  /** Null while nothing is selected. */
  bulk: Pick<ReturnType<typeof useBulk>, "acknowledge" | "resolve"> | null
  selection: Pick<ReturnType<typeof useSelection>, "toggle" | "toggleAll">
  onChange(): void
}

/** x selects the row with the focus; a and r acknowledge and resolve it, or the selected ones. */
function Keys({ rows, groups, bulk, selection, onChange }: KeysProps) {
  const acknowledge = useAcknowledge(onChange)
  const resolve = useChange(ResolveIncident)
  const [resolving, setResolving] = useState<ListedIncident | null>(null)
  const find = (id: string) => rows.find((row) => row.id === id && row.resolvedAt === null) ?? null
  const settle = async (row: ListedIncident) => {
    const done = await resolve.run({ id: row.id })
    if (done === null) toast(`Incident #${row.number} was not resolved`, { isBad: true })
    else toast(`Incident #${row.number} resolved`)
    onChange()
  }
  const take = async (row: ListedIncident) => {
    if (await acknowledge.run(row)) return
    toast(`Incident #${row.number} was not acknowledged`, { isBad: true })
  }
  useRowKeys({
    x: (id) => selectRow(selection, groups, id, false),
    X: (id) => selectRow(selection, groups, id, true),
    a(id) {
      if (bulk !== null) return bulk.acknowledge()
      const row = find(id)
      if (row !== null && row.acknowledgedAt === null) void take(row)
    },
    r: (id) => (bulk === null ? setResolving(find(id)) : bulk.resolve()),
  })
  if (resolving === null) return null
  return (
    <AskResolve
      monitor={resolving.monitor}
      onResolve={() => {
        setResolving(null)
        void settle(resolving)
      }}
      onClose={() => setResolving(null)}
    />
  )
}
