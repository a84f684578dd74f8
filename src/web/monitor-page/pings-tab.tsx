import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState, type ReactNode } from "react"
import { useAgainOn } from "../live/again-on.ts"
import { useMore } from "../live/load-more.ts"
import { Button } from "../ui/button.tsx"
import { Empty, Missing, Waiting } from "../ui/empty.tsx"
import { FilterBar } from "../ui/filter-bar.tsx"
import { readRange, spanOf, writeRange, type Range } from "../ui/range.ts"
import { RangePicker } from "../ui/range-picker.tsx"
import { useMonitor } from "./monitor-context.ts"
import { PingsOfMonitor, type PingRow } from "./ping-documents.ts"
import { PingLine, pingWord } from "./ping-line.tsx"

const route = "/signed-in/frame/projects/$projectId/monitors/$monitorId/pings"

const kinds = Object.keys(pingWord) as PingRow["kind"][]
type Words = { kind?: string | undefined; exit?: string | undefined; search?: string | undefined }

const filled = (value: string) => (value === "" ? undefined : value)

/** The calls of a job, newest first. */
export function PingsTab(): ReactNode {
  const search = useSearch({ from: route })
  const navigate = useNavigate({ from: "/projects/$projectId/monitors/$monitorId/pings" })
  const range = readRange(search, "30d")
  const { kind, exit, search: text } = search
  const change = (words: Words & ReturnType<typeof writeRange>) =>
    void navigate({
      search: (before) => ({ ...before, ...words }),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <div className="range-row">
        <FilterBar
          search={text ?? ""}
          placeholder="Search in bodies and addresses"
          onSearch={(value) => change({ search: filled(value) })}
          filters={[
            {
              key: "kind",
              label: "All pings",
              value: kind ?? "",
              options: kinds.map((value) => ({
                value: value.toLowerCase(),
                label: pingWord[value],
              })),
              onChange: (value) => change({ kind: filled(value) }),
            },
          ]}
          hasMore={exit !== undefined}
          onClear={() => change({ kind: undefined, exit: undefined, search: undefined })}
        >
          <input
            className="filter-choice exit-filter"
            type="number"
            inputMode="numeric"
            min={0}
            max={255}
            aria-label="Exit code"
            placeholder="Exit code"
            value={exit ?? ""}
            onChange={({ target }) => change({ exit: filled(target.value) })}
          />
        </FilterBar>
        <RangePicker value={range} onChange={(next) => change(writeRange(next))} />
      </div>
      <Pings key={JSON.stringify([kind, exit, text, range])} words={search} range={range} />
    </>
  )
}

/** The server refuses others, also while one is typed. */
function exitCodeOf(text: string | undefined): number | null {
  const code = Number(text ?? "none")
  return Number.isInteger(code) && code >= 0 && code <= 255 ? code : null
}

function Pings({ words, range }: { words: Words; range: Range }) {
  const { monitor } = useMonitor()
  const [asked] = useState(() => {
    const { from, until } = spanOf(range, new Date())
    const kind = kinds.find((one) => one.toLowerCase() === words.kind)
    return {
      id: monitor.id,
      kinds: kind === undefined ? null : [kind],
      exitCode: exitCodeOf(words.exit),
      search: words.search ?? null,
      since: from.toISOString(),
      until: "preset" in range ? null : until.toISOString(),
    }
  })
  const { rows, error, hasMore, more, again } = useMore(
    PingsOfMonitor,
    asked,
    (data) => data.monitor?.pings,
  )
  useAgainOn(monitor.lastPingAt ?? "", again)
  return (
    <section className="card" aria-label="Pings">
      <h2 className="unseen">Pings</h2>
      <Missing error={error} onAgain={again} />
      {rows === undefined && error === null && <Waiting rows={8} />}
      {rows?.length === 0 && (
        <Empty title={monitor.lastPingAt === null ? "No pings yet" : "No matching pings"}>
          <p>
            {monitor.lastPingAt === null
              ? "The first call of the ping URL appears here at once."
              : "Choose a longer range, or clear the filters."}
          </p>
        </Empty>
      )}
      <ul className="rows">
        {rows?.map((ping) => (
          <PingLine key={ping.id} ping={ping} />
        ))}
      </ul>
      {hasMore && (
        <div className="part-foot">
          <Button onClick={more}>Load more</Button>
        </div>
      )}
    </section>
  )
}
