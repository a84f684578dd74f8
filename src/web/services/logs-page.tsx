import { getRouteApi } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Button } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { writeRange, type Range } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { Explorer } from "./explorer.tsx"
import { countInWords } from "./figures.ts"
import { LogDetail } from "./log-detail.tsx"
import { Logs, LogVolume, type LogRow } from "./log-documents.ts"
import { toneOfSeverity, toneOrder } from "./log-level.ts"
import { LogLine } from "./log-line.tsx"
import { useLogTail } from "./use-log-tail.ts"
import { QueryUses } from "./query-uses.tsx"
import { usePages } from "./use-pages.ts"
import { useWindow } from "./use-window.ts"
import type { VolumeStep } from "./volume-chart.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/services/logs")

const facets = [
  { field: "level", label: "Level" },
  { field: "service", label: "Service" },
  { field: "host", label: "Host" },
  { field: "env", label: "Environment" },
  { field: "version", label: "Version" },
  { field: "attr.http.route", label: "Route" },
  { field: "attr.http.response.status_code", label: "Status code" },
]

/** Search in logs, with what they count up to, and one record in detail. */
export function LogsPage(): ReactNode {
  const { id: projectId } = useProject()
  const search = route.useSearch()
  const { query = "", record: chosen, live } = search
  const navigate = route.useNavigate()
  const window = useWindow(search)
  const isLive = live === "on"
  const go = (words: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...words }) })
  const onQuery = (next: string) => go({ query: next, record: undefined })
  const onRange = (range: Range) => go({ ...writeRange(range), live: undefined })

  const list = usePages(Logs, { projectId, query, ...window.times }, ({ project }) =>
    project ? { rows: project.logs.records, nextCursor: project.logs.nextCursor } : undefined,
  )
  const volume = useRead(LogVolume, { projectId, query, ...window.times })
  const tail = useLogTail(query, isLive)
  const rows = tail?.rows ?? list.rows
  const error = tail?.error ?? list.error
  const [shown, show] = useState<LogRow>()
  const detail =
    rows?.find(({ cursor }) => cursor === chosen) ?? (shown?.cursor === chosen ? shown : undefined)
  const steps = stepsOf(volume.data?.project?.logVolume ?? [])
  const total = steps.reduce(
    (sum, one) => sum + one.counts.reduce((all, { count }) => all + count, 0),
    0,
  )
  return (
    <>
      <PageHead title="Logs">
        <RangePicker value={window.range} onChange={onRange} />
        <Button onClick={() => (window.refresh(), go({ live: undefined }))}>Refresh</Button>
        <Button
          variant={isLive ? "accent" : "plain"}
          aria-pressed={isLive}
          onClick={() => go({ live: isLive ? undefined : "on" })}
        >
          {isLive ? "Stop live tail" : "Live tail"}
        </Button>
      </PageHead>
      <Explorer
        signal="logs"
        what="logs"
        query={query}
        window={window}
        placeholder='Search logs: service:cart level>=warn "timeout"'
        facets={facets}
        onQuery={onQuery}
        onRange={onRange}
        volume={
          tail === null
            ? { label: `${total.toLocaleString()} log records by severity over time`, steps }
            : null
        }
        count={
          tail === null
            ? `${countInWords(total)} ${total === 1 ? "record" : "records"} · drag over the bars to zoom`
            : wordsOfTail(tail)
        }
        list={{ rows, error, again: list.again, onEnd: tail === null ? list.more : () => {} }}
        rows={{ label: "Log records", height: 28, keyOf: ({ cursor }) => cursor, waiting: 8 }}
        uses={
          <QueryUses
            page="LOGS"
            condition={{ kind: "LOG", query, measure: "RECORDS" }}
            window={window}
          />
        }
        empty={
          <Empty title="No matching logs">
            <p>Remove a term of the query, or choose a longer time range.</p>
          </Empty>
        }
        detail={
          detail && (
            <LogDetail
              key={detail.cursor}
              record={detail}
              query={query}
              onQuery={(next) => go({ query: next })}
              onClose={() => go({ record: undefined })}
            />
          )
        }
      >
        {(record) => (
          <button
            type="button"
            className="log-row"
            aria-current={record.cursor === chosen || undefined}
            onClick={() => {
              show(record)
              go({ record: record.cursor === chosen ? undefined : record.cursor })
            }}
          >
            <LogLine record={record} />
          </button>
        )}
      </Explorer>
    </>
  )
}

function wordsOfTail({
  state,
  rows,
  more,
}: {
  state: string
  rows: readonly unknown[]
  more: number
}): string {
  if (state === "connecting") return "Connecting…"
  if (state === "ended") return "The live tail has ended."
  if (rows.length + more === 0) return "Live: waiting for matching records"
  const cut =
    more === 0 ? "" : ` · ${more.toLocaleString("en")} more arrived at once: search to see them`
  return `Live: ${rows.length.toLocaleString("en")} shown${cut}`
}

type Row = { at: string; severity: string; records: number }

function stepsOf(rows: readonly Row[]): VolumeStep[] {
  const byTime = Map.groupBy(rows, ({ at }) => at)
  return [...byTime].map(([at, some]) => ({
    at: Date.parse(at),
    counts: toneOrder.map((tone) => ({
      tone,
      count: some.reduce(
        (sum, one) => (toneOfSeverity(one.severity) === tone ? sum + one.records : sum),
        0,
      ),
    })),
  }))
}
