import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useMonitor } from "./monitor-context.ts"
import { statusWord } from "../monitor/monitor-messages.ts"
import { Button } from "../ui/button.tsx"
import { Empty, Missing, Waiting } from "../ui/empty.tsx"
import { FilterBar } from "../ui/filter-bar.tsx"
import { readRange, spanOf, writeRange, type Range } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import type { CheckRow } from "../check/check-documents.ts"
import { CheckList } from "../check/check-list.tsx"
import { useChecks } from "../check/read-checks.ts"

export { PingsTab } from "./pings-tab.tsx"

const route = "/signed-in/frame/projects/$projectId/monitors/$monitorId/checks"
type Status = CheckRow["status"]

const failed: Status[] = ["OFFLINE", "DEGRADED", "UNKNOWN"]
const statuses: Status[] = ["OPERATIONAL", "DEGRADED", "OFFLINE", "UNKNOWN"]
const options = [
  { value: "failed", label: "Only failures" },
  ...statuses.map((status) => ({ value: status.toLowerCase(), label: statusWord[status] })),
]

function statusesOf(result: string | undefined): Status[] | null {
  if (result === "failed") return failed
  const one = statuses.find((status) => status.toLowerCase() === result)
  return one === undefined ? null : [one]
}

export function ChecksTab(): ReactNode {
  const search = useSearch({ from: route })
  const navigate = useNavigate({ from: "/projects/$projectId/monitors/$monitorId/checks" })
  const range = readRange(search, "7d")
  const show = (next: { result?: string | undefined } & ReturnType<typeof writeRange>) =>
    void navigate({
      search: { ...writeRange(range), result: search.result, ...next },
      replace: true,
      resetScroll: false,
    })
  const onRange = (next: Range) => show(writeRange(next))
  const key = JSON.stringify([range, search.result])
  return (
    <>
      <div className="range-row">
        <FilterBar
          filters={[
            {
              key: "result",
              label: "Result",
              value: search.result ?? "",
              options,
              onChange: (result) => show({ result: result === "" ? undefined : result }),
            },
          ]}
          onClear={() => show({ result: undefined })}
        />
        <RangePicker value={range} onChange={onRange} />
      </div>
      <Found key={key} range={range} result={search.result} />
    </>
  )
}

function Found({ range, result }: { range: Range; result: string | undefined }) {
  const { monitor, checks: live } = useMonitor()
  const [asked] = useState(() => {
    const now = new Date()
    const { from, until } = spanOf(range, now)
    // A preset goes on with the checks that arrive.
    const to = "preset" in range ? new Date(now.getTime() + 86_400_000) : until
    return { from: from.toISOString(), to: to.toISOString(), statuses: statusesOf(result) }
  })
  const { rows, isFirst, error, again, isLoading, more } = useChecks(
    { id: monitor.id, ...asked },
    live ?? [],
  )
  if (isFirst) return <Waiting rows={8} />
  return (
    <>
      <Missing error={error} onAgain={again} />
      {rows?.length === 0 && (
        <Empty title={result === undefined ? "No checks in this range" : "No matching checks"}>
          <p>
            {monitor.isPaused
              ? "Monitor is paused. No checks are running."
              : "Choose a longer range or another result."}
          </p>
        </Empty>
      )}
      {rows !== undefined && rows.length > 0 && (
        <section className="card" aria-label="Checks">
          <h2 className="unseen">Checks</h2>
          <CheckList monitorId={monitor.id} checks={rows} />
          {more !== null && (
            <p className="card-foot">
              <Button isBusy={isLoading} onClick={more}>
                Load more
              </Button>
            </p>
          )}
        </section>
      )}
    </>
  )
}
