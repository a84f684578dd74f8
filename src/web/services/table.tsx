import type { ReactNode } from "react"

type Props = {
  label: string
  /** An empty one is a corner. */
  heads: readonly string[]
  className?: string
  children: ReactNode
}

/** A table that scrolls sideways; figures are aligned at their end. */
export const Table = ({ label, heads, className, children }: Props) => (
  <div className="scrolls" tabIndex={0} role="region" aria-label={label}>
    <table className={className}>
      <thead>
        <tr>
          {heads.map((head, at) =>
            head === "" ? (
              <td key={at} />
            ) : (
              <th key={at} scope="col" className={isFigure(head) ? "figure" : undefined}>
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

const figures = /^(?:Records|Values|Delay|Requests|Data|Stored|Rejected|Dropped|Refused)$/

/** Whether a column has numbers. */
export const isFigure = (head: string): boolean => figures.test(head)
