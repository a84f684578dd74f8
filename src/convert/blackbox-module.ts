import { goDuration } from "./durations.ts"
import { account } from "./account.ts"
import type { Probed } from "./blackbox-job.ts"
import { moduleTable } from "./blackbox-members.ts"
import type { Assertion } from "./conversion.ts"
import type { Draft } from "./draft.ts"
import { drop, type Dropped, type Item } from "./item.ts"
import { flag, list, readMembers, text, textsIn } from "./read-members.ts"
import { acceptedCodes, countHeaders, type Request } from "./request.ts"
import { inside, isFilled, isMembers, topObjects, type Members, type Source } from "./source.ts"
import { resolverAt, splitPort } from "./target.ts"
import { quoted, wordOf } from "./convert-messages.ts"

/** How to probe; `settings` is null if only the module's name is known. */
export type Module = {
  prober: string
  timeoutSeconds: number | undefined
  settings: Members | null
  /** The module as written; null if only its name is known. */
  whole: unknown
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
      return [
        [
          name,
          { prober, timeoutSeconds, settings: isMembers(settings) ? settings : {}, whole: module },
        ],
      ]
    }),
  )
}

/** Modules of the configuration that the exporter comes with. */
const shipped = new Set(["http_2xx", "tcp_connect", "icmp", "icmp_ttl5"])
/** A name that tells of conditions which nobody can guess, such as http_401. */
const conditional =
  /(?:^|[_-])(?:[1345](?:\d\d|xx)|not?|non|un|down|fails?|invalid|expired|absent|missing|closed|blocked|denied)(?:[_-]|$)/i

/** Guesses a module by its common name if the export has no modules. */
function guessModule(name: string): Module | null {
  if (conditional.test(name)) return null
  const prober = ["http", "tcp", "icmp", "dns", "grpc"].find((one) => name.startsWith(one))
  const known = prober ?? (/^(ssh|irc|pop3|imap|smtp)_/.test(name) ? "tcp" : null)
  return known === null
    ? null
    : { prober: known, timeoutSeconds: undefined, settings: null, whole: null }
}

/** @param scrapeSeconds Prometheus' scrape timeout, which ends a probe before the module's own timeout. */
export function convertTarget(
  { target: given, module: name, hostname }: Probed,
  modules: Map<string, Module>,
  scrapeSeconds: number | undefined,
  item: Item,
): Draft | Dropped {
  const target = given.trim()
  const known = name === null ? undefined : modules.get(name)
  const guess = name === null || modules.size > 0 ? null : guessModule(name)
  const module = known ?? guess
  if (module === null) return unnamed(target, name, modules.size > 0)
  if (known === undefined && shipped.has(name ?? "")) {
    item.lossy(
      `The module ${quoted(name)} is not in the export and was read as the exporter's own of that name: append blackbox.yml and convert again to be exact`,
    )
  }
  if (hostname !== null) {
    item.lossy(`Its host name ${quoted(hostname)} was not imported: add a Host header by hand`)
  }
  tellModule(name, module, item)
  const { settings } = module
  const timeoutSeconds = least(module.timeoutSeconds, scrapeSeconds)
  switch (module.prober) {
    case "http": {
      const url = target.includes("://") ? target : `http://${target}`
      const assertions = bodyRules(settings ?? {}, item)
      const request = requestOf(name, settings, item)
      return { type: "http", url, timeoutSeconds, request, assertions }
    }
    case "tcp":
      if (settings === null && name !== "tcp_connect") {
        item.lossy(
          `The queries and expected responses of the module ${quoted(name)} were not imported; only the connection is checked`,
        )
      }
      return { type: "tcp", timeoutSeconds, ...splitPort(target) }
    case "icmp":
      return { type: "ping", host: target, timeoutSeconds }
    case "dns":
      return lookup(target, name, { ...module, timeoutSeconds }, item)
    default:
      return drop(`the prober ${quoted(module.prober)} is not supported`)
  }
}

const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined ? other : other === undefined ? one : Math.min(one, other)

function tellModule(name: string | null, { settings, whole }: Module, item: Item): void {
  if (settings === null) return
  account(whole, moduleTable, "", {
    item: { lossy: (detail) => item.lossy(detail) },
    beside: () => undefined,
    unknown: (path) =>
      item.lossy(
        `The member ${quoted(path)} of the module ${quoted(name)} is unknown and was not imported`,
      ),
  })
  if (settings["ip_protocol_fallback"] === false) {
    item.lossy("Restricting it to one address family is not supported; both are checked")
  }
}

const rulesShape = { fail_if_body_matches_regexp: list, fail_if_body_not_matches_regexp: list }

function bodyRules(settings: Members, item: Item): Assertion[] {
  const read = readMembers(rulesShape, settings, item)
  const rules = (given: unknown[] | undefined, matches: boolean): Assertion[] =>
    textsIn(given, item).map((pattern) => ({ kind: "regex", pattern, matches }))
  return [
    ...rules(read.fail_if_body_matches_regexp, false),
    ...rules(read.fail_if_body_not_matches_regexp, true),
  ]
}

/** Without a module, only a complete URL defines how to check the target. */
function unnamed(target: string, name: string | null, hasModules: boolean): Draft | Dropped {
  if (name === null && /^https?:\/\//.test(target)) return { type: "http", url: target }
  return drop(
    name === null
      ? "no module defines how it is probed: append the target file to its prometheus.yml"
      : hasModules
        ? `the module ${quoted(name)} is not among those of the export: append the blackbox.yml that has it and convert again`
        : `the module ${quoted(name)} is unknown: append blackbox.yml to prometheus.yml and convert again`,
  )
}

/** The target is the name server; the name to look up is in the module. */
function lookup(
  target: string,
  name: string | null,
  { settings, timeoutSeconds }: Module,
  item: Item,
): Draft | Dropped {
  if (settings === null) {
    return drop(
      `the name to look up is in the module ${quoted(name)}: append blackbox.yml to prometheus.yml and convert again`,
    )
  }
  const read = readMembers({ query_name: text, query_type: text }, settings, item)
  const { valid_rcodes: codes = [] } = readMembers({ valid_rcodes: list }, settings, item)
  if (codes.length > 0 && !codes.includes("NOERROR")) {
    return drop("it expects the look-up to fail, which is not supported")
  }
  if (codes.length > 1)
    item.lossy("Only NOERROR is accepted; its other accepted codes were not imported")
  const { host, port } = splitPort(target)
  const resolver = resolverAt(host, port)
  if (resolver === undefined)
    item.lossy("Its name server is not an IP address and was not imported")
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
function requestOf(name: string | null, settings: Members | null, item: Item): Request {
  if (settings === null) {
    if (name !== "http_2xx") {
      item.lossy(
        `The request and conditions of the module ${quoted(name)} are not in the export; every 2xx is accepted`,
      )
    }
    return {}
  }
  const read = readMembers(shape, settings, item)
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
