import type { X509Certificate } from "node:crypto"
import type { Clock } from "../../platform/clock.ts"

const keptMs = 600_000
const mostPlaces = 50_000
/** Several servers may answer under one name, each with its own chain. */
const mostChains = 4
const mostSent = 10

type Chain = { fingerprints: string; untilMs: number; expiresAtMs: number }

/**
 * Chains verified within the last ten minutes, by host and port. The verdict depends only on the certificates, our
 * authorities and the time, so an identical chain need not be verified again. Only trusted chains are cached.
 */
export function createTrusted(clock: Clock) {
  const places = new Map<string, Chain[]>()

  function freshAt(place: string): Chain[] {
    const known = places.get(place)
    if (known === undefined) return []
    const [nowMs, wallMs] = [clock.monotonicMs(), clock.now().getTime()]
    return known.filter(({ untilMs, expiresAtMs }) => nowMs < untilMs && wallMs < expiresAtMs)
  }

  return {
    expects: (place: string): boolean => freshAt(place).length > 0,
    /** Whether the chain sent equals one of those, certificate by certificate. */
    knows(place: string, x509: X509Certificate): boolean {
      const fingerprints = fingerprintsOf(sent(x509))
      return freshAt(place).some((chain) => chain.fingerprints === fingerprints)
    },
    remember(place: string, x509: X509Certificate): void {
      const all = sent(x509)
      const fingerprints = fingerprintsOf(all)
      const others = freshAt(place).filter((chain) => chain.fingerprints !== fingerprints)
      const chain = {
        fingerprints,
        untilMs: clock.monotonicMs() + keptMs,
        expiresAtMs: Math.min(...all.map((one) => one.validToDate.getTime())),
      }
      const [oldest] = places.keys()
      if (places.size >= mostPlaces && oldest !== undefined) places.delete(oldest)
      places.set(place, [...others.slice(1 - mostChains), chain])
    },
  }
}

/** The certificates sent, leaf first. */
function sent(x509: X509Certificate): X509Certificate[] {
  const all: X509Certificate[] = []
  let one: X509Certificate | undefined = x509
  for (; one !== undefined && all.length < mostSent; one = one.issuerCertificate) all.push(one)
  return all
}

const fingerprintsOf = (all: X509Certificate[]): string =>
  all.map(({ fingerprint256 }) => fingerprint256).join()
