import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"

/** The library alone: loaded when the first chart is drawn. */
export const Plot: typeof uPlot = uPlot
