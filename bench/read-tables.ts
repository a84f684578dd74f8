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

function addRow(
  found: Record<string, number>,
  benchmark: string,
  head: readonly string[],
  cells: readonly string[],
): void {
  const names = cells.filter((cell) => Number.isNaN(Number(cell)))
  for (const [at, cell] of cells.entries()) {
    const value = Number(cell)
    if (cell !== "" && !Number.isNaN(value)) {
      found[[benchmark, ...names, head[at] ?? ""].join(", ")] = value
    }
  }
}
