import type { Draft } from "./draft.ts"
import type { Ledger } from "./conversion-notes.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import type { Request } from "./request.ts"
import type { Source } from "./source.ts"
import type { Table } from "./table.ts"
import { rowTable } from "./uptimerobot-members.ts"
import { robotKeyword, robotKind, robotTarget } from "./uptimerobot-kind.ts"
import { quoted } from "./convert-messages.ts"

/** UptimeRobot's CSV form for bulk uploads. */

export const isRobotTable = (source: Source): source is Table =>
  source.kind === "table" &&
  ["type", "friendly name", "url/ip"].every((name) => source.columns.includes(name))

export function takeRows({ rows }: Table, ledger: Ledger): void {
  for (const { line, cells, fault } of rows) {
    const facts = { name: cells?.["friendly name"] ?? `row ${line}`, type: cells?.["type"] ?? "" }
    const members = { value: cells, table: rowTable }
    ledger.take({ ...facts, members }, (item) =>
      cells === null ? drop(`row ${line} is not valid: ${fault}`) : convertRow(cells, line, item),
    )
  }
}

function convertRow(cells: Record<string, string>, line: number, item: Item): Draft | Dropped {
  const cell = (name: string) => cells[name]?.trim() ?? ""
  const amount = (name: string) => {
    const text = cell(name)
    if (text === "") return undefined
    if (/^\d{1,9}$/.test(text)) return Number(text)
    item.lossy(`In row ${line}, "${name}" should be a whole number and was not imported`)
    return undefined
  }
  const kind = robotKind(cell("type"))
  if (kind === undefined) {
    return drop(`row ${line} has the type ${quoted(cell("type"))}, which is not supported`)
  }
  const [interval, port] = [amount("interval"), amount("port")]
  if (kind === "heartbeat" && interval === undefined) {
    return drop(`row ${line} has no period in the column Interval`)
  }
  if (port !== undefined && kind !== "port") {
    item.lossy(
      `Row ${line} has the type ${quoted(cell("type"))} but a port (${port}), which was not imported: should it be a port monitor?`,
    )
  }
  const request: Request = {}
  if (kind === "keyword") {
    request.keyword = robotKeyword(cell("keyword value"), cell("keyword type"), "", item)
  }
  return {
    ...robotTarget(kind, { url: cell("url/ip"), port, interval }),
    request,
    intervalSeconds: interval,
  }
}
