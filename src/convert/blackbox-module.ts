import { goDuration } from "./amounts.ts"
import type { Draft } from "./draft.ts"
import type { Dropped, Item } from "./item.ts"
import { drop } from "./item.ts"
import { flag, list, readMembers, text } from "./members.ts"
import type { Request } from "./request.ts"
import { acceptedCodes, countHeaders } from "./request.ts"
import type { Members, Source } from "./source.ts"
import { inside, isFilled, isMembers, topObjects } from "./source.ts"
import { resolverAt, splitPort } from "./target.ts"
import { quoted, wordOf } from "./words.ts"

/** How to probe; `settings` is null where only the module's name is known. */
export type Module = {
  prober: string
  timeoutSeconds: number | undefined
  settings: Members | null
}

export function readModules(source: Source): Map<string, Module> {
  const held = topObjects(source).flatMap(({ value }) =>
    isMembers(value["modules"]) ? Object.entries(value["modules"]) : [],
  )
  return new Map(
    held.flatMap(([name, module]): [string, Module][] => {
      const prober = inside(module, "prober")
      if (typeof prober !== "string") return []
      const settings = inside(module, prober)
      const timeoutSeconds = goDuration(wordOf(inside(module, "timeout"))) ?? undefined
      return [[name, { prober, timeoutSeconds, settings: isMembers(settings) ? settings : {} }]]
    }),
  )
}

/** What the usual names mean, where the modules themselves are not in the export. */
function guessModule(name: string): Module | null {
  const prober = ["http", "tcp", "icmp", "dns", "grpc"].find((one) => name.startsWith(one))
  const known = prober ?? (/^(ssh|irc|pop3|imap|smtp)_/.test(name) ? "tcp" : null)
  return known === null ? null : { prober: known, timeoutSeconds: undefined, settings: null }
}

export function convertTarget(
  given: unknown,
  name: string | null,
  modules: Map<string, Module>,
  item: Item,
): Draft | Dropped {
  if (typeof given !== "string") return drop("it is no text")
  const target = given.trim()
  const module = name === null ? null : (modules.get(name) ?? guessModule(name))
  if (module === null) return unnamed(target, name)
  const { timeoutSeconds, settings } = module
  switch (module.prober) {
    case "http": {
      const url = target.includes("://") ? target : `http://${target}`
      return { type: "http", url, timeoutSeconds, request: requestOf(name, settings, item) }
    }
    case "tcp": {
      const isPlain =
        settings === null ? name === "tcp_connect" : Object.keys(settings).every(isRoute)
      if (!isPlain) {
        item.lossy(
          `What the module ${quoted(name)} says and expects was left out; here the connection counts`,
        )
      }
      return { type: "tcp", timeoutSeconds, ...splitPort(target) }
    }
    case "icmp":
      return { type: "ping", host: target, timeoutSeconds }
    case "dns":
      return lookup(target, name, module, item)
    default:
      return drop(`the prober ${quoted(module.prober)} has no counterpart here`)
  }
}

/** Without a module only a whole address says how it is to be looked at. */
function unnamed(target: string, name: string | null): Draft | Dropped {
  if (name === null && /^https?:\/\//.test(target)) return { type: "http", url: target }
  return drop(
    name === null
      ? "no module says how it is probed: put it behind the prometheus.yml that reads it"
      : `the module ${quoted(name)} is unknown: put blackbox.yml behind prometheus.yml and convert again`,
  )
}

/** Which way a probe goes says nothing of what it expects. */
const isRoute = (name: string) =>
  ["preferred_ip_protocol", "ip_protocol_fallback", "source_ip_address"].includes(name)

/** The target is the server; the name that is looked up stands in the module. */
function lookup(
  target: string,
  name: string | null,
  { settings, timeoutSeconds }: Module,
  item: Item,
): Draft | Dropped {
  if (settings === null) {
    return drop(
      `the name that it looks up stands in the module ${quoted(name)}: put blackbox.yml behind prometheus.yml and convert again`,
    )
  }
  const read = readMembers({ query_name: text, query_type: text }, settings, item)
  const rules = Object.keys(settings).filter((one) => one.startsWith("valid"))
  if (rules.length > 0)
    item.lossy(`What it expects of the answer (${rules.join(", ")}) was left out`)
  const { host, port } = splitPort(target)
  const resolver = resolverAt(host, port)
  if (resolver === undefined) item.lossy("Its name server is no address and was left out")
  return {
    type: "dns",
    host: read.query_name,
    recordType: read.query_type ?? "ANY",
    resolver,
    timeoutSeconds,
  }
}

const shape = {
  method: text,
  valid_status_codes: list,
  follow_redirects: flag,
  no_follow_redirects: flag,
}
const credentials = ["basic_auth", "authorization", "bearer_token", "bearer_token_file", "oauth2"]
const carried = [
  ...Object.keys(shape),
  ...credentials,
  "headers",
  "body",
  "body_file",
  "tls_config",
]

function requestOf(name: string | null, settings: Members | null, item: Item): Request {
  if (settings === null) {
    if (name !== "http_2xx") {
      item.lossy(
        `What the module ${quoted(name)} sends and expects is not in the export; here every 2xx is good`,
      )
    }
    return {}
  }
  const read = readMembers(shape, settings, item)
  const lost = Object.keys(settings).filter((one) => !carried.includes(one) && !isRoute(one))
  if (lost.length > 0) {
    item.lossy(`Conditions of the module ${quoted(name)} were left out: ${lost.join(", ")}`)
  }
  const isStill = read.follow_redirects === false || read.no_follow_redirects === true
  return {
    method: read.method,
    headerCount: countHeaders(settings["headers"]),
    hasBody: [settings["body"], settings["body_file"]].some(isFilled),
    hasCredentials: credentials.some((one) => settings[one] !== undefined),
    codes: acceptedCodes(read.valid_status_codes, item),
    ...(isStill && { maxRedirects: 0 }),
    ignoresCertificate: inside(settings, "tls_config", "insecure_skip_verify") === true,
  }
}
