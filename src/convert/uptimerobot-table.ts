import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import type { Ledger } from "./ledger.ts"
import { drop } from "./item.ts"
import type { Source } from "./source.ts"
import type { Table } from "./table.ts"
import { keywordLoss, robotKind, robotTarget } from "./uptimerobot-kind.ts"
import { quoted } from "./words.ts"

/** Its own form for many monitors at once. */

export const isRobotTable = (source: Source): source is Table =>
  source.kind === "table" &&
  ["type", "friendly name", "url/ip"].every((name) => source.columns.includes(name))

export function takeRows({ rows }: Table, ledger: Ledger): void {
  for (const { line, cells, fault } of rows) {
    const facts = { name: cells?.["friendly name"] ?? `row ${line}`, type: cells?.["type"] ?? "" }
    ledger.take(facts, (item) =>
      cells === null ? drop(`row ${line} cannot be read: ${fault}`) : convertRow(cells, line, item),
    )
  }
}

function convertRow(cells: Record<string, string>, line: number, item: Item): Draft | Dropped {
  const cell = (name: string) => cells[name]?.trim() ?? ""
  const amount = (name: string) => {
    const text = cell(name)
    if (text === "") return undefined
    if (/^\d{1,9}$/.test(text)) return Number(text)
    item.lossy(`In row ${line}, "${name}" should be a whole number and was left out`)
    return undefined
  }
  const kind = robotKind(cell("type"))
  if (kind === undefined) {
    return drop(`row ${line} has the type ${quoted(cell("type"))}, which has no counterpart here`)
  }
  const [interval, port] = [amount("interval"), amount("port")]
  if (kind === "heartbeat" && interval === undefined) {
    return drop(`row ${line} does not tell its period, in the column Interval`)
  }
  if (port !== undefined && kind !== "port") {
    item.lossy(
      `Row ${line} is of the type ${quoted(cell("type"))} and yet has a port (${port}), which was left out: should it be a port monitor?`,
    )
  }
  if (kind === "keyword") {
    const type = `"keyword type" ${quoted(cell("keyword type"))}`
    item.lossy(keywordLoss(quoted(cell("keyword value")), type))
  }
  return {
    ...robotTarget(kind, { url: cell("url/ip"), port, interval }),
    intervalSeconds: interval,
  }
}
