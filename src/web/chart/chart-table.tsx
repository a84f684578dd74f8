import { useState, type ReactNode } from "react"
import "./chart-table.css"

type Row = {
  key: string
  /** The first names the row. */
  cells: readonly ReactNode[]
}
type Props = {
  /** Names the region that scrolls. */
  label: string
  heads: readonly string[]
  /** Called once the table is open. */
  rows(): readonly Row[]
  /** Sentences above the table, such as what is marked in the chart. */
  notes?: readonly string[]
}

/** The values of a chart as text, for screen readers and for exact reading. */
export function ChartTable(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>View as table</summary>
      {isOpen && <Table {...props} />}
    </details>
  )
}

const Table = ({ label, heads, rows, notes = [] }: Props) => (
  <div className="chart-scroll" tabIndex={0} role="region" aria-label={label}>
    {notes.length > 0 && (
      <ul>
        {notes.map((words, at) => (
          <li key={at}>{words}</li>
        ))}
      </ul>
    )}
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows().map(({ key, cells: [name, ...values] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {values.map((value, at) => (
              <td key={at}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
