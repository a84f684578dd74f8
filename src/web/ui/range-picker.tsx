import { Popover } from "@base-ui/react/popover"
import { Suspense, useState } from "react"
import { usePopupContainer } from "./dialog-container.ts"
import { presets, type Preset, type Range } from "./range.ts"
import { Segments } from "./segments.tsx"
import { zonedFormat } from "./zone.ts"
import "./range-picker.css"
import { lazyPart } from "../lazy-part.ts"

const Calendar = lazyPart(() => import("./range-calendar.tsx"), "RangeCalendar")
const names: Record<Preset, string> = {
  "1h": "1 h",
  "24h": "24 h",
  "7d": "7 d",
  "30d": "30 d",
  "90d": "90 d",
}
const options = presets.map((value) => ({ value, label: names[value] }))
const day = zonedFormat({ dateStyle: "medium" })

type Props = {
  /** Null while all times are shown. */
  value: Range | null
  onChange(range: Range): void
}

/** The last hour to 90 days, or any days. */
export function RangePicker({ value, onChange }: Props) {
  const container = usePopupContainer()
  const [isOpen, setOpen] = useState(false)
  const custom = value !== null && "from" in value ? value : null
  return (
    <div className="range-picker row">
      <Segments<Preset | "">
        label="Time range"
        value={value !== null && "preset" in value ? value.preset : ""}
        options={options}
        onChange={(preset) => preset !== "" && onChange({ preset })}
      />
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger className="button" data-active={custom !== null || undefined}>
          {custom === null
            ? "Custom"
            : day.formatRange(new Date(custom.from), new Date(custom.until))}
        </Popover.Trigger>
        <Popover.Portal container={container}>
          <Popover.Positioner
            className="menu-place"
            positionMethod="fixed"
            sideOffset={4}
            align="end"
          >
            <Popover.Popup className="range-popup" aria-label="Days">
              <Suspense>
                <Calendar
                  value={value ?? { preset: "30d" }}
                  onChange={(range) => {
                    setOpen(false)
                    onChange(range)
                  }}
                />
              </Suspense>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}
