import type { CheckRow } from "./check-documents.ts"
import { phasesOf } from "./phases.ts"
import type { Plot } from "./plot.ts"
import { bottom, height, top } from "./plot.ts"

type Props = { check: CheckRow; plot: Plot; x: number }

/** A failed check is a shaded column with a mark of its own shape; other checks show their phases. */
export function Bar({ check, plot: { step, y }, x: at }: Props) {
  const gap = Math.min(3, step / 4)
  const x = at + gap / 2
  const thick = Math.min(step - gap, 18)
  if (check.status === "OFFLINE" || check.status === "UNKNOWN") {
    const arm = Math.min(thick - 2, 8) / 2
    return (
      <>
        <rect
          className="chart-fault"
          data-status={check.status}
          x={x}
          y={top}
          width={thick}
          height={height - top - bottom}
          rx={2}
        />
        <path
          className="chart-cross"
          transform={`translate(${x + thick / 2} ${height - bottom - 10})`}
          d={`M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`}
        />
      </>
    )
  }
  let below = 0
  return (
    <>
      {phasesOf(check).map(({ tone, ms }) => {
        const from = below
        below += ms
        return (
          <rect
            key={tone}
            data-phase={tone}
            x={x}
            y={y(below)}
            width={thick}
            height={Math.max(0.5, y(from) - y(below))}
          />
        )
      })}
      {check.status === "DEGRADED" && (
        <path
          className="chart-degraded"
          transform={`translate(${x + thick / 2} ${y(below) - 4})`}
          d="M0-6 4 0h-8z"
        />
      )}
    </>
  )
}
