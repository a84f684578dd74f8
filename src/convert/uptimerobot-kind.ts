import type { Target } from "./target.ts"

/** What the second API and the table have in common: types that are numbers, or the words for them. */
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

/** `HTTP(s)`, `http` and `1` are the same. */
export const robotKind = (word: string): RobotKind | undefined =>
  words.get(word.toLowerCase().replaceAll(/[^a-z0-9]/g, ""))

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

/** Ping and port monitors hold a bare host where websites hold their address. */
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

/**
 * Its own reference says that the type names when the alarm is raised, while many programs read it as what must
 * be there. A guess could be the reverse of what was meant.
 */
export const keywordLoss = (text: string, type: string): string =>
  `Its condition on the word ${text} (${type}) was left out, because the export does not say for certain whether the word must or must not be there: set it by hand`
