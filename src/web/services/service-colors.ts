const tones = [
  "var(--phase-first-byte)",
  "var(--phase-tls)",
  "var(--phase-dns)",
  "var(--phase-connect)",
  "var(--phase-transfer)",
  "var(--line-strong)",
]

/** A color for each service of a picture; names always stand beside them. */
export const colorsOf = (services: readonly string[]): ReadonlyMap<string, string> =>
  new Map(services.map((service, at) => [service, tones[at % tones.length] ?? "var(--muted)"]))
