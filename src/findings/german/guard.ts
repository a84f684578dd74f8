import type { ForbiddenKind, guardCodes } from "../codes/guard.ts"
import type { WordsOf } from "../words.ts"

const kinds: Record<ForbiddenKind, (address: string) => string> = {
  private: (address) => `${address} ist eine private Adresse`,
  carrier_nat: (address) => `${address} ist eine Adresse für Carrier-Grade-NAT`,
  loopback: (address) => `${address} ist eine Loopback-Adresse`,
  unique_local: (address) => `${address} ist eine Unique-Local-Adresse`,
  this_network: (address) => `${address} ist eine Adresse dieses Netzes`,
  protocols: (address) => `${address} ist eine für Protokolle reservierte Adresse`,
  documentation: (address) => `${address} ist eine für Dokumentation reservierte Adresse`,
  benchmarks: (address) => `${address} ist eine für Messungen reservierte Adresse`,
  as112: (address) => `${address} ist eine Adresse für AS112`,
  amt_relay: (address) => `${address} ist eine Adresse für AMT-Relays`,
  relay_6to4: (address) => `${address} ist eine Adresse für 6to4-Relays`,
  address_6to4: (address) => `${address} ist eine 6to4-Adresse, die eine IPv4-Adresse enthält`,
  multicast: (address) => `${address} ist eine Multicast-Adresse`,
  reserved: (address) => `${address} ist eine reservierte Adresse`,
  metadata: (address) => `${address} ist eine Adresse für Link-Local oder Metadaten der Cloud`,
  zone: (address) => `${address} hat eine Zonen-ID`,
  not_an_address: (address) => `"${address}" ist keine IP-Adresse`,
  not_global: (address) => `${address} ist keine globale IPv6-Adresse`,
}

const advice = (setting: string | null): string =>
  setting === null
    ? "Keine Einstellung erlaubt das."
    : `Um das zu erlauben, tragen Sie den Adressbereich auf dem Server in ${setting} ein.`

export const guard: WordsOf<typeof guardCodes> = {
  address_forbidden: ({ address, kind }) => kinds[kind](address),
  name_forbidden: ({ host }) => `${host} ist ein interner Name`,
  target_forbidden: ({ why, setting }, { say }) => `${say(why)}. ${advice(setting)}`,
  resolves_to_forbidden: ({ host, address, why, setting }, { say }) =>
    `${host} zeigt auf ${address}; ${say(why)}. ${advice(setting)}`,
  resolver_forbidden: ({ why, setting }, { say }) =>
    `Der Resolver ist nicht erlaubt: ${say(why)}. ${advice(setting)}`,
}
