import { Suspense, useState } from "react"
import { Dialog } from "../ui/dialog.tsx"
import { presets, readRange, writeRange, type Range } from "../ui/range.ts"
import type { IncidentSearch } from "./incident-search.ts"
import { zonedFormat } from "../ui/zone.ts"
import { lazyPart } from "../lazy-part.ts"

const Calendar = lazyPart(() => import("../ui/range-calendar.tsx"), "RangeCalendar")
const names = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
}
const day = zonedFormat({ dateStyle: "medium" })

type Props = {
  search: IncidentSearch
  onChange(search: Pick<IncidentSearch, "range" | "from" | "until">): void
}

const nothing = { range: undefined, from: undefined, until: undefined }

/** The time in which an incident was declared: any, up to now, or between two days. */
export function PeriodFilter({ search, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const days = search.from === undefined ? null : readRange(search)
  const value =
    days !== null && "from" in days
      ? "days"
      : (presets.find((preset) => preset === search.range) ?? "")
  const apply = (range: Range) => {
    setOpen(false)
    onChange({ ...nothing, ...writeRange(range) })
  }
  return (
    <>
      <select
        className="filter-choice"
        aria-label="Time"
        data-active={value !== "" || undefined}
        value={value}
        onChange={({ target }) => {
          const preset = presets.find((one) => one === target.value)
          if (target.value === "choose") setOpen(true)
          else if (preset === undefined) onChange(nothing)
          else apply({ preset })
        }}
      >
        <option value="">Any time</option>
        {presets.map((preset) => (
          <option key={preset} value={preset}>
            {names[preset]}
          </option>
        ))}
        {days !== null && "from" in days && (
          <option value="days">
            {day.formatRange(new Date(days.from), new Date(Date.parse(days.until) - 1))}
          </option>
        )}
        <option value="choose">Choose days…</option>
      </select>
      {isOpen && (
        <Dialog title="Choose days" onClose={() => setOpen(false)}>
          <Suspense>
            <Calendar value={days ?? { preset: "24h" }} onChange={apply} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
