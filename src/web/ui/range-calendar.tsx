import { useState } from "react"
import type { DateRange } from "react-day-picker"
import { DayPicker } from "react-day-picker"
import { Button } from "./button.tsx"
import type { Range } from "./range.ts"
import "./range-calendar.css"

const dayMs = 86_400_000

/** Chooses whole days in the viewer's zone. */
export function RangeCalendar({ value, onChange }: { value: Range; onChange(range: Range): void }) {
  const [days, setDays] = useState<DateRange | undefined>(
    "from" in value
      ? { from: new Date(value.from), to: new Date(Date.parse(value.until) - 1) }
      : undefined,
  )
  const send = ({ from, to }: { from: Date; to: Date }) => {
    const end = new Date(to.getFullYear(), to.getMonth(), to.getDate() + 1)
    const until = new Date(Math.min(end.getTime(), Date.now()))
    onChange({ from: from.toISOString(), until: until.toISOString() })
  }
  return (
    <>
      <DayPicker
        mode="range"
        autoFocus
        selected={days}
        onSelect={setDays}
        defaultMonth={days?.from ?? new Date(Date.now() - 28 * dayMs)}
        disabled={{ after: new Date() }}
      />
      <div className="dialog-foot">
        <Button
          variant="accent"
          isBusy={days?.from === undefined || days.to === undefined}
          onClick={() => {
            if (days?.from !== undefined && days.to !== undefined) {
              send({ from: days.from, to: days.to })
            }
          }}
        >
          Apply
        </Button>
      </div>
    </>
  )
}
