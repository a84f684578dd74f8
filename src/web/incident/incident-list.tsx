import { getRouteApi } from "@tanstack/react-router"
import { useRef, useState, type ReactNode } from "react"
import { useDensity } from "../layout/density.ts"
import { useChange } from "../live/apply-change.ts"
import { useProject } from "../project/project-context.ts"
import { Button, ButtonLink } from "../ui/button.tsx"
import { Empty, Failed, Missing, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { toast } from "../ui/toast.tsx"
import { useMedia } from "../ui/use-media.ts"
import { useRowKeys } from "../ui/use-row-keys.ts"
import { VirtualRows } from "../ui/virtual-rows.tsx"
import { ResolveIncident } from "./incident-documents.ts"
import { IncidentFilters } from "./incident-filters.tsx"
import type { ListedIncident } from "./incident-list-documents.ts"
import { IncidentColumns, IncidentRowLine } from "./incident-row.tsx"
import { isFiltered, type IncidentSearch } from "./incident-search.ts"
import { useIncidentRows } from "./read-incidents.ts"
import { AskResolve } from "./resolve.tsx"
import { useAcknowledge } from "./use-acknowledge.ts"
import "./incident-list.css"

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
  const change = (changes: IncidentSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const clear = () => void navigate({ search: ({ sort }) => ({ sort }), replace: true })
  const isEmpty = rows?.length === 0 && !isFiltered(search)
  return (
    <>
      <PageHead title="Incidents" sub={<Summary open={open} total={total} search={search} />}>
        {may("incidents:write") && (
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
            <IncidentColumns />
            <VirtualRows
              label="Incidents"
              rows={rows}
              rowKey={({ id }) => id}
              height={isPhone ? 60 : isDense ? 32 : 40}
              onEnd={() => void list.more()}
            >
              {(incident) => <IncidentRowLine incident={incident} />}
            </VirtualRows>
          </div>
        )}
      </div>
      {may("incidents:write") && <Keys rows={rows ?? []} onChange={list.again} />}
    </>
  )
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

/** Acknowledges and resolves the row with the focus by a and r. */
function Keys({ rows, onChange }: { rows: ListedIncident[]; onChange(): void }) {
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
    a(id) {
      const row = find(id)
      if (row !== null && row.acknowledgedAt === null) void take(row)
    },
    r: (id) => setResolving(find(id)),
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
