import { useEffect, useRef, type ReactNode, type RefObject } from "react"
import type uPlot from "uplot"
import { loadPart } from "../load-part.ts"
import { useWidth } from "../ui/use-width.ts"
import { followTheme, readPalette, type Palette } from "./palette.ts"
import { plotOptions, type Drawing } from "./plot-options.ts"
import "./chart.css"

type Props = {
  /** What the picture shows, in words. */
  label: string
  drawing: Drawing
  height: number
  /** Charts with the same key share their cursor. */
  syncKey: string
  onCursor?: (index: number | null, at: number | null) => void
  /** Times in seconds. */
  onBrush(from: number, until: number): void
  /** Receives the canvas, for export as a picture. */
  canvas?: RefObject<HTMLCanvasElement | null>
}

const ignore = () => {}

/** Lines over time on a canvas. The library is loaded when the first chart appears. */
export function PlotCanvas(props: Props): ReactNode {
  const { label, drawing, height, syncKey } = props
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const width = useWidth(frame, 0)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  // A chart is made again only if its lines are others; data and size are set.
  const shape = JSON.stringify([drawing.lines.map(({ name }) => name), drawing.band, syncKey])
  const isMeasured = width > 0

  useEffect(() => {
    const element = frame.current
    if (element === null || !isMeasured) return undefined
    const held: { palette: Palette; isGone: boolean } = {
      palette: readPalette(element),
      isGone: false,
    }
    const leaveTheme = followTheme(() => {
      held.palette = readPalette(element)
      plot.current?.redraw(false)
    })
    const draw = async () => {
      const { Plot } = await loadPart(() => import("./load-plot.ts"))
      if (held.isGone) return
      const { drawing: shown, height: tall } = latest.current
      const size = { width: element.clientWidth, height: tall }
      const options = plotOptions(shown, size, syncKey, {
        palette: () => held.palette,
        drawing: () => latest.current.drawing,
        onCursor: (...at) => (latest.current.onCursor ?? ignore)(...at),
        onBrush: (from, until) => latest.current.onBrush(from, until),
      })
      plot.current = new Plot(options, dataOf(shown), element)
      if (latest.current.canvas) latest.current.canvas.current = plot.current.ctx.canvas
    }
    void draw()
    return () => {
      held.isGone = true
      leaveTheme()
      plot.current?.destroy()
      plot.current = null
    }
  }, [isMeasured, shape, syncKey])

  useEffect(() => {
    plot.current?.setData(dataOf(drawing))
  }, [drawing])
  useEffect(() => {
    if (width > 0) plot.current?.setSize({ width, height })
  }, [width, height])

  return (
    <div
      ref={frame}
      className="plot"
      role="img"
      aria-label={label}
      style={{ minHeight: `${height}px` }}
    />
  )
}

const dataOf = ({ times, lines }: Drawing): uPlot.AlignedData => [
  times,
  ...lines.map(({ values }) => values),
]
