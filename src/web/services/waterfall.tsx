import { useMemo, useState } from "react"
import { Icon } from "../ui/icon.tsx"
import { millisecondsInWords } from "../ui/time.tsx"
import { VirtualRows } from "../ui/virtual-rows.tsx"
import type { SpanRow } from "./trace-documents.ts"
import "./waterfall.css"

type Props = {
  spans: readonly SpanRow[]
  endMs: number
  colors: ReadonlyMap<string, string>
  chosen: string | undefined
  onChoose(spanId: string | undefined): void
}

const rowHeight = 30
const indentRem = 0.75
const deepestIndent = 14
const ticks = [0, 0.25, 0.5, 0.75, 1]

/** Spans below those that caused them, as bars over time. What the trace waited for is marked. */
export function Waterfall({ spans, endMs, colors, chosen, onChoose }: Props) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => visible(spans, closed), [spans, closed])
  const toggle = (spanId: string) =>
    setClosed((before) => {
      const next = new Set(before)
      if (!next.delete(spanId)) next.add(spanId)
      return next
    })
  return (
    <section className="trace-waterfall card" aria-label="Waterfall">
      <div className="waterfall-axis" aria-hidden="true">
        <span className="muted small">
          <span className="waterfall-key" /> Critical path
        </span>
        <span className="waterfall-ticks">
          {ticks.map((part) => (
            <span key={part} style={{ left: `${part * 100}%` }} data-last={part === 1 || undefined}>
              {part === 0 ? "0" : millisecondsInWords(endMs * part)}
            </span>
          ))}
        </span>
      </div>
      <VirtualRows label="Spans" rows={shown} rowKey={({ spanId }) => spanId} height={rowHeight}>
        {(span) => {
          const left = endMs === 0 ? 0 : (span.offsetMs / endMs) * 100
          const wide = endMs === 0 ? 100 : Math.max(0.15, (span.durationMs / endMs) * 100)
          const isError = span.status === "Error"
          const isCritical = span.criticalMs > 0.01 * endMs
          return (
            <div className="waterfall-row" data-chosen={span.spanId === chosen || undefined}>
              <span
                className="waterfall-indent"
                style={{ width: `${Math.min(span.depth, deepestIndent) * indentRem}rem` }}
              />
              {span.children > 0 ? (
                <button
                  type="button"
                  className="waterfall-fold"
                  aria-expanded={!closed.has(span.spanId)}
                  aria-label={`Spans below ${span.name}`}
                  onClick={() => toggle(span.spanId)}
                >
                  <Icon name="more" size={14} />
                </button>
              ) : (
                <span className="waterfall-fold" />
              )}
              <button
                type="button"
                className="waterfall-span"
                aria-current={span.spanId === chosen || undefined}
                onClick={() => onChoose(span.spanId === chosen ? undefined : span.spanId)}
              >
                <span className="waterfall-name clip">
                  <span style={{ background: colors.get(span.service) }} className="trace-swatch" />
                  {span.name} <span className="muted small">{span.service}</span>
                </span>
                <span className="trace-track">
                  <span
                    className="waterfall-bar"
                    data-error={isError || undefined}
                    data-critical={isCritical || undefined}
                    style={{
                      left: `${left}%`,
                      width: `${wide}%`,
                      ...(isError ? {} : { background: colors.get(span.service) }),
                    }}
                  />
                  <span
                    className="waterfall-time"
                    data-inside={(left + wide > roomy && wide > narrow) || undefined}
                    style={placeTime(left, wide)}
                  >
                    {millisecondsInWords(span.durationMs)}
                    {isError && <span className="waterfall-error"> error</span>}
                  </span>
                </span>
                <span className="unseen">
                  , {millisecondsInWords(span.durationMs)} after{" "}
                  {millisecondsInWords(span.offsetMs)}
                  {isCritical && ", on the critical path"}
                </span>
              </button>
            </div>
          )
        }}
      </VirtualRows>
    </section>
  )
}

/** Percent of the width: a time fits after a bar that ends before, and into a bar that is wider. */
const roomy = 80
const narrow = 30

/** The time stands after its bar, else inside it, else before it. */
function placeTime(left: number, wide: number) {
  if (left + wide <= roomy) return { left: `${left + wide}%` }
  return { right: `${100 - left - (wide > narrow ? wide : 0)}%` }
}

/** Without what is below a closed span. */
function visible(spans: readonly SpanRow[], closed: ReadonlySet<string>): SpanRow[] {
  let hiddenBelow = Infinity
  return spans.filter(({ depth, spanId }) => {
    if (depth > hiddenBelow) return false
    hiddenBelow = closed.has(spanId) ? depth : Infinity
    return true
  })
}
