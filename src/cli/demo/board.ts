import { readFindings } from "../../findings/finding.ts"
import { say } from "../../findings/say.ts"
import type { Monitor, MonitorState } from "../../../prisma/generated/client.ts"
import { isProbed } from "../../graphql/monitoring/monitor/rules/monitor-kinds.ts"
import { inertLine } from "../../platform/shown-text.ts"
import { paint, paintStatus, table, write } from "../output.ts"

export type Row = Monitor & { state: MonitorState | null }
export type Board = { show(rows: Row[], now: Date): void }

/** Redraws in place on a terminal; writes one line per change elsewhere. */
export const createBoard = (stream: NodeJS.WriteStream): Board =>
  stream.isTTY ? createScreen(stream) : createLines(stream)

function createScreen(stream: NodeJS.WriteStream): Board {
  let height = 0
  return {
    show(rows, now) {
      const text = draw(rows, now, stream.columns)
      const up = height === 0 ? "" : `\u001b[${height}A\u001b[J`
      stream.write(`${up}${text}\n`)
      height = text.split("\n").length
    },
  }
}

function createLines(stream: NodeJS.WriteStream): Board {
  const known = new Map<string, string>()
  return {
    show(rows, now) {
      for (const row of rows) {
        const status = row.state?.status ?? "unknown"
        if (known.get(row.id) === status) continue
        known.set(row.id, status)
        write(
          stream,
          [clock(now), status.padEnd(11), inertLine(row.name), words(row)].join("  ").trimEnd(),
        )
      }
    },
  }
}

/** Width of the fixed columns. A line that wraps would misplace the next drawing. */
const widthOfOthers = 73

function draw(rows: Row[], now: Date, columns: number): string {
  const lines = rows.map((row) => [
    paintStatus(row.state?.status ?? "unknown"),
    inertLine(row.name),
    row.kind,
    isProbed(row.kind) ? took(row.state?.lastDurationMs ?? null) : "",
    age(row.state?.lastCheckAt ?? null, now),
    words(row).slice(0, Math.max(0, columns - widthOfOthers)),
  ])
  return table(["status", "monitor", "type", "took", "checked", ""], lines)
}

const words = ({ state }: Row): string =>
  state === null || state.status === "operational"
    ? ""
    : inertLine(say(readFindings(state.lastFindings, state.lastReason)))

const took = (ms: number | null) => (ms === null ? "" : `${Math.round(ms)} ms`)
const clock = (now: Date) => now.toISOString().slice(11, 19)

function age(at: Date | null, now: Date): string {
  if (at === null) return paint("dim", "not yet")
  return `${Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))} s ago`
}
