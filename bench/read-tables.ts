/** The figures of a benchmark's tables, by benchmark, first cell of the row and column. */
export function readTables(benchmark: string, said: string): Record<string, number> {
  const found: Record<string, number> = {}
  let head: string[] = []
  for (const line of said.split("\n")) {
    if (!line.startsWith("| ")) {
      head = []
      continue
    }
    const cells = line.slice(2, -2).split(" | ")
    if (head.length === 0) head = cells
    else if (cells[0] !== "---") addRow(found, benchmark, head, cells)
  }
  return found
}

/** A figure, also of a cell with its spread, such as "0.57 (0.52–0.61)". */
function figureOf(cell: string): number | null {
  const [, figure] = /^(-?[\d.]+)(?: \(.*\))?$/.exec(cell) ?? []
  return figure === undefined ? null : Number(figure)
}

function addRow(
  found: Record<string, number>,
  benchmark: string,
  head: readonly string[],
  cells: readonly string[],
): void {
  const [name = ""] = cells
  for (const [at, cell] of cells.entries()) {
    const value = figureOf(cell)
    if (at > 0 && value !== null) found[`${benchmark}, ${head[0]}, ${name}, ${head[at]}`] = value
  }
}
