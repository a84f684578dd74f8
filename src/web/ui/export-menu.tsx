import { Button } from "./button.tsx"
import { Menu } from "./menu.tsx"
import { viewerZone } from "./zone.ts"

type Rows = "uptime" | "outages" | "incidents" | "alerts" | "deliveries" | "on-call" | "shifts"
type Filter = Readonly<Record<string, unknown>>

export type Exported = {
  rows: Rows
  /** Named if the menu offers several kinds of rows. */
  title?: string
  /** Variables of the list in GraphQL; null does not filter. */
  filter: Filter
}

/** Members whose values are enums, which exports write in lower case. */
const enums = new Set(["kinds", "statuses", "meanings", "deliveryStates"])

const lower = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => String(one).toLowerCase()) : value

/** Where rows are downloaded, with times also in the reader's zone. */
function exportUrl(projectId: string, { rows, filter }: Exported, format: "csv" | "json"): string {
  const wanted = Object.entries(filter).flatMap(([name, value]) =>
    value === null || value === undefined || name === "sort"
      ? []
      : [[name === "deliveryStates" ? "states" : name, enums.has(name) ? lower(value) : value]],
  )
  const query = new URLSearchParams({
    filter: JSON.stringify(Object.fromEntries(wanted)),
    timeZone: viewerZone(),
  })
  return `/api/export/${projectId}/${rows}.${format}?${query.toString()}`
}

type Props = { projectId: string; of: readonly Exported[] }

/** Downloads what a list shows, with its current filter, as CSV or JSON. */
export const ExportMenu = ({ projectId, of }: Props) => (
  <Menu
    label="Export"
    trigger={<Button>Export</Button>}
    items={of.flatMap((one) =>
      (["csv", "json"] as const).map((format) => ({
        label: one.title === undefined ? names[format] : `${one.title}, ${names[format]}`,
        run: () => window.location.assign(exportUrl(projectId, one, format)),
      })),
    )}
  />
)

const names = { csv: "CSV", json: "JSON" }
