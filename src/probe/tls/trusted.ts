import type { X509Certificate } from "node:crypto"
import type { Clock } from "../../platform/clock.ts"
import { sent, type Issuer } from "./chain.ts"

const keptMs = 600_000
const mostPlaces = 50_000
/** Several servers may answer under one name, each with its own chain. */
const mostChains = 4

type Chain = {
  fingerprints: string
  untilMs: number
  expiresAtMs: number
  endsFirst: Issuer | null
}

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
    /** The chain that equals the one sent, certificate by certificate. */
    find(place: string, x509: X509Certificate): Chain | undefined {
      const fingerprints = fingerprintsOf(sent(x509))
      return freshAt(place).find((chain) => chain.fingerprints === fingerprints)
    },
    /** @param endsFirst the issuer whose certificate ends before the server's own, if any. */
    remember(place: string, x509: X509Certificate, endsFirst: Issuer | null): void {
      const fingerprints = fingerprintsOf(sent(x509))
      const others = freshAt(place).filter((chain) => chain.fingerprints !== fingerprints)
      const chain = {
        fingerprints,
        untilMs: clock.monotonicMs() + keptMs,
        // Certificates sent beside the chain may be expired.
        expiresAtMs: endsFirst ? Date.parse(endsFirst.expiresAt) : x509.validToDate.getTime(),
        endsFirst,
      }
      const [oldest] = places.keys()
      if (places.size >= mostPlaces && oldest !== undefined) places.delete(oldest)
      places.set(place, [...others.slice(1 - mostChains), chain])
    },
  }
}

const fingerprintsOf = (all: X509Certificate[]): string =>
  all.map(({ fingerprint256 }) => fingerprint256).join()
