import type { ForbiddenKind, guardCodes } from "../codes/guard.ts"
import type { WordsOf } from "../words.ts"

const kinds: Record<ForbiddenKind, (address: string) => string> = {
  private: (address) => `${address} is a private address`,
  carrier_nat: (address) => `${address} is a carrier-grade NAT address`,
  loopback: (address) => `${address} is a loopback address`,
  unique_local: (address) => `${address} is a unique local address`,
  this_network: (address) => `${address} is an address of this network`,
  protocols: (address) => `${address} is an address reserved for protocols`,
  documentation: (address) => `${address} is an address reserved for documentation`,
  benchmarks: (address) => `${address} is an address reserved for benchmarks`,
  as112: (address) => `${address} is an AS112 address`,
  amt_relay: (address) => `${address} is an AMT relay address`,
  relay_6to4: (address) => `${address} is a 6to4 relay address`,
  address_6to4: (address) => `${address} is a 6to4 address, which embeds an IPv4 address`,
  multicast: (address) => `${address} is a multicast address`,
  reserved: (address) => `${address} is a reserved address`,
  metadata: (address) => `${address} is a link-local or cloud metadata address`,
  zone: (address) => `${address} has a zone id`,
  not_an_address: (address) => `"${address}" is not an IP address`,
  not_global: (address) => `${address} is not a global IPv6 address`,
}

const advice = (setting: string | null): string =>
  setting === null
    ? "No setting allows it."
    : `To allow it, add its range to ${setting} on the server.`

export const guard: WordsOf<typeof guardCodes> = {
  address_forbidden: ({ address, kind }) => kinds[kind](address),
  name_forbidden: ({ host }) => `${host} is an internal name`,
  target_forbidden: ({ why, setting }, { say }) => `${say(why)}. ${advice(setting)}`,
  resolves_to_forbidden: ({ host, address, why, setting }, { say }) =>
    `${host} resolves to ${address}; ${say(why)}. ${advice(setting)}`,
  resolver_forbidden: ({ why, setting }, { say }) =>
    `The resolver is not allowed: ${say(why)}. ${advice(setting)}`,
}
