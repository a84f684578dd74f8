import { isIP } from "node:net"
import ipaddr from "ipaddr.js"
import { z } from "zod"
import { list } from "../network-settings.ts"

/** Which requests go through a forward proxy. docs/settings.md lists them. */

const proxyUrl = z
  .string()
  .refine(isProxyUrl, {
    error:
      "must be the URL of an HTTP proxy, such as http://proxy.example.com:3128 or http://user:password@proxy.example.com:3128",
  })
  .optional()

export const proxySettings = {
  HTTP_PROXY: proxyUrl,
  HTTPS_PROXY: proxyUrl,
  NO_PROXY: z.string().default("").transform(list),
}

/** Other programs read these in lower case, too. An empty value counts as unset. */
export const readVariable = (source: NodeJS.ProcessEnv, name: string): string | undefined =>
  source[name] || (name in proxySettings && source[name.toLowerCase()]) || undefined

export type ProxySettings = z.output<z.ZodObject<typeof proxySettings>>

export type Proxy = {
  setting: "HTTP_PROXY" | "HTTPS_PROXY"
  url: URL
  /** Host and port, without credentials. */
  name: string
}

function isProxyUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !["http:", "https:"].includes(url.protocol)) return false
  return credentialsOf(url) !== undefined && url.pathname === "/" && url.search + url.hash === ""
}

/** Of Basic authentication; null if there are none, undefined if they are not percent-encoded. */
export function credentialsOf({ username, password }: URL): string | null | undefined {
  if (username + password === "") return null
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  } catch {
    return undefined
  }
}

type Target = {
  protocol: string
  hostname: string
  port: string
  /** Where the host is, if known: they count as well as its name. */
  addresses?: string[]
}

/** The proxy for a URL; null if the request goes there directly. */
export function proxyFor(settings: ProxySettings, target: Target): Proxy | null {
  const setting = target.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY"
  const text = settings[setting]
  if (text === undefined || settings.NO_PROXY.some((entry) => matches(entry, target))) return null
  return makeProxy(setting, text)
}

/** All proxies in use. */
export const proxiesOf = (settings: ProxySettings): Proxy[] =>
  (["HTTPS_PROXY", "HTTP_PROXY"] as const).flatMap((setting) => {
    const text = settings[setting]
    return text === undefined ? [] : [makeProxy(setting, text)]
  })

/** Their hosts and ports; null without any. */
export function proxyNames(settings: ProxySettings): string | null {
  const names = new Set(proxiesOf(settings).map(({ name }) => name))
  return names.size === 0 ? null : [...names].join(", ")
}

function makeProxy(setting: Proxy["setting"], text: string): Proxy {
  const url = new URL(text)
  return { setting, url, name: `${url.hostname}:${portOf(url)}` }
}

export const portOf = ({ protocol, port }: Pick<URL, "protocol" | "port">): number =>
  Number(port || (protocol === "https:" ? 443 : 80))

const bare = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")

/** `*`, a domain with its subdomains, an address or a range; all but ranges with an optional port. */
function matches(entry: string, target: Target): boolean {
  if (entry === "*") return true
  const host = bare(target.hostname)
  const addresses = isIP(host) === 0 ? (target.addresses ?? []) : [host]
  if (ipaddr.isValidCIDR(entry)) {
    const [range, bits] = ipaddr.parseCIDR(entry)
    return every(addresses, (one) => {
      const ip = ipaddr.process(one)
      return ip.kind() === range.kind() && ip.match(range, bits)
    })
  }
  const [, six, name = six ?? entry, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? []
  if (port !== undefined && Number(port) !== portOf(target)) return false
  const wanted = bare(name).replace(/^\*?\./, "")
  if (isIP(wanted) !== 0) {
    const ip = ipaddr.process(wanted).toString()
    return every(addresses, (one) => ipaddr.process(one).toString() === ip)
  }
  return host === wanted || host.endsWith(`.${wanted}`)
}

const every = (all: string[], is: (one: string) => boolean) => all.length > 0 && all.every(is)
