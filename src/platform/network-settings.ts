import { isIP } from "node:net"
import { z } from "zod"

/** Settings of what proves our own network: docs/verdict.md says what each proves. */

export const list = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

const off = "off"
const listOrOff = (text: string) => (text.trim() === off ? [] : list(text))

/** Three operators, each over both families, none of whose addresses routers are known to use for themselves. */
const usualAnchors = [
  "1.0.0.1:443/cloudflare-dns.com",
  "8.8.8.8:443/dns.google",
  "9.9.9.9:443/dns.quad9.net",
  "[2606:4700:4700::1001]:443/cloudflare-dns.com",
  "[2001:4860:4860::8888]:443/dns.google",
  "[2620:fe::fe]:443/dns.quad9.net",
]
const usualNames = [
  ".",
  "dns.google=8.8.8.8|8.8.4.4",
  "one.one.one.one=1.1.1.1|1.0.0.1",
  "dns.quad9.net=9.9.9.9|149.112.112.112",
]
const usualPages = [
  "http://connectivitycheck.gstatic.com/generate_204=204",
  "http://www.msftconnecttest.com/connecttest.txt=200 Microsoft Connect Test",
]

const anchor = /^(\[[0-9a-f:.]+\]|[^:\s/]+):\d{1,5}(\/[^\s/]+)?$/i

/** "." for the root, or a name with its addresses: "dns.google=8.8.8.8|8.8.4.4". */
const knownName = /^(?:\.|([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)=([\d.]+(?:\|[\d.]+)*))$/i
const readName = (text: string) => {
  const [, name = ".", addresses = ""] = knownName.exec(text) ?? []
  return { name: name.toLowerCase(), addresses: list(addresses.replaceAll("|", ",")) }
}

/** A URL with the status and body that it always has: "http://example.com/ok=200 success". */
const knownPage = /^(http:\/\/\S+)=(\d{3})(?: (.*))?$/
const readPage = (text: string) => {
  const [, url = "", status = "", body = ""] = knownPage.exec(text) ?? []
  return { url, status: Number(status), body: body.trim() }
}
const isKnownPage = (text: string) => URL.canParse(knownPage.exec(text)?.[1] ?? "")

/** An IP address with an optional port, such as 9.9.9.9:53 or [2620:fe::fe]:53. */
function isNameServer(text: string): boolean {
  const [, six, four] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  return isIP(text) !== 0 || isIP(six ?? four ?? "") !== 0
}

export const networkSettings = {
  EGRESS_ANCHORS: z
    .string()
    .default(usualAnchors.join(","))
    .transform(listOrOff)
    .refine((all) => all.every((one) => anchor.test(one)), {
      error:
        "must be off, or addresses with ports separated by commas, each with the name in its certificate, such as 9.9.9.9:443/dns.quad9.net",
    }),
  EGRESS_CA: z.string().optional(),
  RESOLVERS: z
    .string()
    .default("")
    .transform(list)
    .refine((all) => all.every(isNameServer), {
      error:
        "must be addresses of name servers separated by commas, such as 9.9.9.9,[2620:fe::fe]:53",
    }),
  RESOLVER_NAMES: z
    .string()
    .default(usualNames.join(","))
    .transform(list)
    .refine((all) => all.length > 0 && all.every((one) => knownName.test(one)), {
      error:
        "must be names with their IPv4 addresses separated by commas, such as dns.google=8.8.8.8|8.8.4.4, and . for the root",
    })
    .transform((all) => all.map(readName)),
  PORTAL_CHECKS: z
    .string()
    .default(usualPages.join(","))
    .transform(listOrOff)
    .refine((all) => all.every(isKnownPage), {
      error:
        "must be off, or URLs with the status and body that they always have, separated by commas, such as http://example.com/ok=200 success",
    })
    .transform((all) => all.map(readPage)),
}
