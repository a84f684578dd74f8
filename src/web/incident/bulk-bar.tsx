import { BulkBar as Bar } from "../ui/bulk-bar.tsx"
import { Button } from "../ui/button.tsx"
import { Menu } from "../ui/menu.tsx"
import { usePeopleToPage } from "./people-to-page.tsx"
import { snoozes } from "./snoozes.ts"
import type { Subject, useBulk } from "./use-bulk.ts"

type Props = {
  noun: Subject["noun"]
  bulk: ReturnType<typeof useBulk>
  mayAlerts: boolean
  count: number
  /** How many match the filter, if not all of them are selected. */
  all: number | undefined
  onSelectAll(): void
  onClear(): void
}

/** What can be done with the selected incidents or alerts. */
export function BulkBar({ noun, bulk, mayAlerts, ...bar }: Props) {
  const { people } = usePeopleToPage()
  return (
    <Bar label={`Change the selected ${noun}s`} {...bar}>
      <Button isBusy={bulk.isRunning} onClick={bulk.acknowledge}>
        Acknowledge
      </Button>
      <Button isBusy={bulk.isRunning} onClick={bulk.resolve}>
        Resolve
      </Button>
      {mayAlerts && people.length > 0 && (
        <Menu
          label="Assign"
          trigger={
            <button type="button" className="button">
              Assign
            </button>
          }
          items={[
            ...people.map(({ value, label }) => ({
              label,
              run: () => bulk.assign(value.slice("user:".length), label),
            })),
            "line",
            { label: "Nobody", run: () => bulk.assign(null, "nobody") },
          ]}
        />
      )}
      {mayAlerts && (
        <Menu
          label="Snooze"
          trigger={
            <button type="button" className="button">
              Snooze
            </button>
          }
          items={snoozes.map(({ value, label }) => ({
            label: `Snooze for ${label}`,
            run: () => bulk.snooze(Number(value), label),
          }))}
        />
      )}
      {noun === "alert" && bar.count > 1 && (
        <Button isBusy={bulk.isRunning} onClick={bulk.merge}>
          Merge
        </Button>
      )}
    </Bar>
  )
}
