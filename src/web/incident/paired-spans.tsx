import { Badge } from "../ui/badge.tsx"
import { millisecondsInWords } from "../ui/time.tsx"
import type { StoredSpan } from "./telemetry-documents.ts"

const deepest = 10

/** Two traces laid over each other: of each span the good check above, the failed one below. */
export function PairedSpans({ spans }: { spans: readonly StoredSpan[] }) {
  const ends = spans.flatMap(({ first, second }) => [endOf(first), endOf(second)])
  const endMs = Math.max(1, ...ends)
  const hasBoth = spans.some(({ first }) => first !== null) && spans.some((one) => one.second)
  return (
    <div className="paired-spans">
      <p className="paired-key muted small">
        <span className="paired-swatch" data-side="good" /> Last good check
        <span className="paired-swatch" data-side="failed" /> Failed check
        <span className="paired-end">{millisecondsInWords(endMs)}</span>
      </p>
      <ol aria-label="Spans of the failed check and the last good one">
        {spans.map((span, at) => (
          <li key={at} className="paired-row" data-cause={span.isCause || undefined}>
            <span className="paired-name" style={indent(span)}>
              <span className="clip">
                {span.name} <span className="muted small">{span.service}</span>
              </span>
              {span.isCause && hasBoth && <Badge tone="bad">Differs most</Badge>}
            </span>
            <span className="paired-track" aria-hidden="true">
              <Bar side="good" span={span.first} endMs={endMs} />
              <Bar side="failed" span={span.second} endMs={endMs} />
            </span>
            <span className="paired-words small">{difference(span)}</span>
            {span.second?.statusMessage && (
              <span className="paired-message small" style={indent(span)}>
                {span.second.statusMessage}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

const indent = ({ depth }: StoredSpan) => ({
  paddingInlineStart: `${Math.min(depth, deepest) * 0.75}rem`,
})

type Side = Pick<NonNullable<StoredSpan["first"]>, "offsetMs" | "durationMs" | "status"> | null

const endOf = (span: Side): number => (span === null ? 0 : span.offsetMs + span.durationMs)

const Bar = ({ side, span, endMs }: { side: "good" | "failed"; span: Side; endMs: number }) =>
  span && (
    <span
      className="paired-bar"
      data-side={side}
      data-error={span.status === "Error" || undefined}
      style={{
        left: `${(span.offsetMs / endMs) * 100}%`,
        width: `${Math.max(0.3, (span.durationMs / endMs) * 100)}%`,
      }}
    />
  )

function difference({ first, second }: StoredSpan): string {
  if (second === null) return "not called"
  const now = millisecondsInWords(second.durationMs)
  const error = second.status === "Error" ? " · error" : ""
  return first === null
    ? `${now}${error}`
    : `${millisecondsInWords(first.durationMs)} → ${now}${error}`
}
