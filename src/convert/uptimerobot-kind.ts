import type { Item } from "./item.ts"
import type { Keyword } from "./request.ts"
import type { Target } from "./target.ts"
import { quoted } from "./convert-messages.ts"

/** Shared by version 2 of the API and the table: types as numbers, or words for them. */
export type RobotKind = "http" | "keyword" | "ping" | "port" | "heartbeat"

const words = new Map<string, RobotKind>([
  ["1", "http"],
  ["http", "http"],
  ["https", "http"],
  ["2", "keyword"],
  ["keyword", "keyword"],
  ["3", "ping"],
  ["ping", "ping"],
  ["4", "port"],
  ["port", "port"],
  ["5", "heartbeat"],
  ["heartbeat", "heartbeat"],
  ["cron", "heartbeat"],
])

const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** `HTTP(s)`, `http` and `1` are the same. */
export const robotKind = (word: string): RobotKind | undefined => words.get(bare(word))

const services = new Map([
  [1, 80],
  [2, 443],
  [3, 21],
  [4, 25],
  [5, 110],
  [6, 143],
])

type Given = {
  url?: string | undefined
  port?: number | undefined
  subType?: number | undefined
  interval?: number | undefined
}

/** Ping and port monitors have a bare host in place of a URL. */
export function robotTarget(kind: RobotKind, { url, port, subType, interval }: Given): Target {
  switch (kind) {
    case "http":
    case "keyword":
      return { type: "http", url }
    case "ping":
      return { type: "ping", host: url }
    case "port":
      return { type: "tcp", host: url, port: services.get(subType ?? 0) ?? port }
    case "heartbeat":
      return { type: "heartbeat", periodSeconds: interval ?? 60 }
  }
}

const exists = new Set(["1", "exists", "alertexists"])
const notExists = new Set(["2", "notexists", "alertnotexists"])
const ignoresCase = new Set(["1", "caseinsensitive"])

/** The type names what triggers an alert: with "exists" the keyword must not occur. */
export function robotKeyword(
  word: string,
  type: string,
  caseType: string,
  item: Item,
  ...path: string[]
): Keyword | undefined {
  const isWanted = notExists.has(bare(type))
  if (isWanted || exists.has(bare(type))) {
    return { text: word, isWanted, ignoresCase: ignoresCase.has(bare(caseType)) }
  }
  item.lossy(
    `Its keyword ${quoted(word)} was not imported: the type ${quoted(type)} does not say whether it must or must not exist`,
    ...path,
  )
  return undefined
}
