import { cronSeconds } from "./durations.ts"
import { certificateLeft, timeLimit } from "./assertion.ts"
import { readCodes } from "./codes.ts"
import type { Draft } from "./draft.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import { flag, list, number, readMembers, text, textsIn } from "./read-members.ts"
import { countHeaders } from "./request.ts"
import { inside, isFilled, isMembers, type Members } from "./source.ts"
import { resolverAt } from "./target.ts"
import { quoted, wordOf } from "./convert-messages.ts"

const shape = { description: text, cron: text, status: text, category: text, category_name: text }

export function convertMonitor(raw: Members, type: string, item: Item): Draft | Draft[] | Dropped {
  const read = readMembers(shape, raw, item)
  const settings = settingsOf(raw, type)
  if (settings === null) return drop("its settings are not valid", "type_data")
  const cron = read.cron ?? "* * * * *"
  const seconds = cronSeconds(cron)
  if (seconds === null) item.lossy(`Its schedule ${quoted(cron)} does not repeat evenly`, "cron")
  if (["eval", "pingEval", "tcpEval"].some((name) => isFilled(settings[name]))) {
    item.lossy("Its evaluation script was not imported: add assertions by hand")
  }
  const common = {
    description: read.description,
    intervalSeconds: seconds ?? undefined,
    isPaused: read.status?.toUpperCase() === "INACTIVE",
    labels: [read.category ?? read.category_name ?? ""],
  }
  switch (type) {
    case "API":
      return { ...common, ...website(settings, item) }
    case "PING":
      return each(hostsIn(settings, item), (host) => ({ ...common, type: "ping", host: host.host }))
    case "TCP":
      return each(hostsIn(settings, item), ({ host, port }) => ({
        ...common,
        type: "tcp",
        host,
        port,
      }))
    case "DNS":
      return { ...common, ...lookup(settings, item) }
    case "SSL":
      return { ...common, ...certificate(settings, item) }
    case "HEARTBEAT": {
      const { downRemainingMinutes: minutes } = readMembers(
        { downRemainingMinutes: number },
        settings,
        item,
      )
      if (minutes === undefined) return drop("the export does not contain its period", "type_data")
      return { ...common, type: "heartbeat", periodSeconds: minutes * 60, graceSeconds: 0 }
    }
    default:
      return drop(
        type === "NONE"
          ? "it checks nothing: other programs report its status to Kener"
          : `monitors of the type ${quoted(type)} are not supported`,
      )
  }
}

/** The API returns settings as JSON in a string. */
function settingsOf(raw: Members, type: string): Members | null {
  const given = raw["type_data"] ?? raw[type.toLowerCase()] ?? {}
  if (isMembers(given)) return given
  try {
    const parsed: unknown = JSON.parse(wordOf(given))
    return isMembers(parsed) ? parsed : null
  } catch {
    // The caller reports it.
    return null
  }
}

const apiShape = { url: text, method: text, timeout: number, body: text, allowSelfSignedCert: flag }

/** Status codes that count as up without a script. */
const usualCodes = ["200-399", "429"]

function website(settings: Members, item: Item): Draft {
  const read = readMembers(apiShape, settings, item)
  return {
    type: "http",
    url: read.url,
    ...timeLimit(read.timeout),
    request: {
      method: read.method,
      headerCount: countHeaders(settings["headers"]),
      hasBody: isFilled(read.body),
      ignoresCertificate: read.allowSelfSignedCert,
      codes: isFilled(settings["eval"]) ? undefined : (readCodes(usualCodes) ?? undefined),
    },
  }
}

type Host = { host: string | undefined; port: number | undefined }

/** Lists of names, or of objects with a name; all must respond. */
function hostsIn(settings: Members, item: Item): Host[] {
  const lists = ["hosts", "hostsV4", "hostsV6"].flatMap((name) => {
    const { [name]: held = [] } = readMembers({ [name]: list }, settings, item)
    return held
  })
  return lists.map((one) => {
    const read = readMembers({ host: text, port: number }, one, item)
    return { host: read.host ?? (typeof one === "string" ? one : undefined), port: read.port }
  })
}

function each(hosts: Host[], make: (host: Host) => Draft): Draft[] | Dropped {
  if (hosts.length === 0) return drop("it has no host")
  return hosts.map((one) => ({
    ...make(one),
    ...(hosts.length > 1 && { suffix: ` (${one.host ?? "?"})`.slice(0, 80) }),
  }))
}

const dnsShape = { host: text, lookupRecord: text, nameServer: text, matchType: text, values: list }

function lookup(settings: Members, item: Item): Draft {
  const read = readMembers(dnsShape, settings, item)
  const values = textsIn(read.values, item, "values")
  const resolver = resolverAt(read.nameServer ?? "", undefined)
  if (isFilled(read.nameServer) && resolver === undefined) {
    item.lossy("Its name server is not an IP address and was not imported")
  }
  const isAny = read.matchType?.toUpperCase() === "ANY" && values.length > 1
  if (isAny) item.lossy("Its expected values were not imported, because any one of them suffices")
  return {
    type: "dns",
    host: read.host,
    recordType: read.lookupRecord,
    resolver,
    expectedValues: isAny ? [] : values,
  }
}

const sslShape = {
  host: text,
  port: number,
  downRemainingHours: number,
  degradedRemainingHours: number,
}

function certificate(settings: Members, item: Item): Draft {
  const { host, port = 443, ...read } = readMembers(sslShape, settings, item)
  const hours = read.downRemainingHours
  const limit = hours === undefined ? null : certificateLeft(hours * 3_600_000)
  if (hours !== undefined && limit === null) {
    item.lossy(
      `Failing ${hours} h before the certificate expires was not imported: only whole days are supported`,
    )
  }
  if (isFilled(inside(settings, "degradedRemainingHours"))) {
    item.lossy("Its certificate threshold for degraded was not imported")
  }
  return { type: "tls", host, port, assertions: limit === null ? [] : [limit] }
}
