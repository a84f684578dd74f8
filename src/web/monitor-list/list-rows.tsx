import { Suspense, useCallback, useMemo, useRef } from "react"
import { lazyPart } from "../lazy-part.ts"
import { useDensity } from "../layout/density.ts"
import { useProject } from "../project/project-context.ts"
import { useMedia } from "../ui/use-media.ts"
import { useWidth } from "../ui/use-width.ts"
import { VirtualRows } from "../ui/virtual-rows.tsx"
import { ListRow } from "./list-row.tsx"
import type { ListSearch } from "./list-search.ts"
import type { MonitorRow } from "../monitor/monitor-row-documents.ts"
import type { ShownRow } from "./use-row-details.ts"

// Most people keep the list.
const Tile = lazyPart(() => import("./list-tile.tsx"), "Tile")

type Props = {
  rows: readonly MonitorRow[]
  search: ListSearch
  /** True while the rows of other filters are shown. */
  isLoading: boolean
  shownOf(row: MonitorRow): ShownRow
  isSelected(id: string): boolean
  current: string | null
  onSelect?: ((id: string, isRange: boolean) => void) | undefined
  onShow(ids: readonly string[]): void
  onEnd(): void
}

/** One line of the virtual list: a heading of a group, a row, or as many tiles as fit side by side. */
type Line =
  | { key: string; label: string; color: string | null }
  | { key: string; monitors: readonly MonitorRow[] }

const tileWidth = 272
const tileHeight = 140
const rowHeight = { comfortable: 40, dense: 32 }
const phoneHeight = 56
const headingHeight = 40

export function ListRows({ rows, search, isLoading, onShow, onEnd, current, ...row }: Props) {
  const { id: projectId } = useProject()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, 960)
  const density = useDensity()
  const isPhone = useMedia("(max-width: 40rem)")
  const isWide = useMedia("(min-width: 100rem)")
  const isGrid = search.layout === "grid"
  const columns = isGrid ? Math.max(1, Math.floor((width + 12) / (tileWidth + 12))) : 1
  // Rows of the search before may be in another order.
  const isGrouped = search.group === "label" && !isLoading
  const lines = useMemo(() => linesOf(rows, isGrouped, columns), [rows, isGrouped, columns])
  const height = isGrid ? tileHeight : isPhone ? phoneHeight : rowHeight[density]
  const heightOf = useCallback((line: Line) => ("label" in line ? headingHeight : height), [height])
  const Shown = isGrid ? Tile : ListRow
  const at = lines.findIndex(
    (line) => "monitors" in line && line.monitors.some(({ id }) => id === current),
  )
  return (
    <div
      ref={frame}
      className={isGrid ? "list-frame" : "list-frame card"}
      data-loading={isLoading || undefined}
    >
      {!isGrid && <Captions canSelect={row.onSelect !== undefined} isWide={isWide} />}
      <VirtualRows
        label="Monitors"
        rows={lines}
        rowKey={({ key }) => key}
        height={isGrouped ? heightOf : height}
        current={current === null ? undefined : at}
        onEnd={onEnd}
        onShow={(shown) =>
          onShow(
            shown.flatMap((line) => ("monitors" in line ? line.monitors.map(({ id }) => id) : [])),
          )
        }
      >
        {(line) =>
          "label" in line ? (
            <h2 className="list-group">
              {line.color !== null && <span className="dot" style={{ background: line.color }} />}
              {line.label}
            </h2>
          ) : (
            <div
              className={isGrid ? "list-line list-tiles" : "list-line"}
              style={isGrid ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : {}}
            >
              <Suspense>
                {line.monitors.map((monitor) => (
                  <Shown
                    key={monitor.id}
                    projectId={projectId}
                    monitor={row.shownOf(monitor)}
                    isSelected={row.isSelected(monitor.id)}
                    isCurrent={monitor.id === current}
                    isPhone={isPhone}
                    isWide={isWide}
                    onSelect={row.onSelect}
                  />
                ))}
              </Suspense>
            </div>
          )
        }
      </VirtualRows>
    </div>
  )
}

const Captions = ({ canSelect, isWide }: { canSelect: boolean; isWide: boolean }) => (
  <div
    className="list-row list-captions"
    data-wide={isWide || undefined}
    data-select={canSelect || undefined}
    aria-hidden="true"
  >
    {canSelect && <span />}
    <span />
    <span>Monitor</span>
    <span />
    <span className="list-caption-strip">Last 30 checks</span>
    <span className="list-figure">Uptime 30 d</span>
    <span className="list-figure">p95 24 h</span>
    {isWide && (
      <>
        <span className="list-figure">Checked every</span>
        <span className="list-figure">Last check</span>
      </>
    )}
    <span className="list-status">Status</span>
  </div>
)

/** A monitor is in the group of its first label, as the server sorts them. */
function linesOf(rows: readonly MonitorRow[], isGrouped: boolean, columns: number): Line[] {
  const lines: Line[] = []
  let group: string | undefined
  let pending: MonitorRow[] = []
  const flush = () => {
    const [first] = pending
    if (first !== undefined) lines.push({ key: first.id, monitors: pending })
    pending = []
  }
  for (const monitor of rows) {
    const [label] = monitor.labels
    const key = label?.id ?? "none"
    if (isGrouped && key !== group) {
      flush()
      group = key
      lines.push({
        key: `group of ${monitor.id}`,
        label: label?.name ?? "Without a label",
        color: label?.color ?? null,
      })
    }
    pending.push(monitor)
    if (pending.length === columns) flush()
  }
  flush()
  return lines
}
