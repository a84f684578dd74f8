import { createSecureContext, getCACertificates } from "node:tls"
import type { Clock } from "../../platform/clock.ts"
import type { Family } from "../family.ts"
import { createResolver } from "../resolve.ts"
import type { KnownName } from "./ask-resolver.ts"
import type { NetworkFinding } from "./finding.ts"
import { createFamilyProof } from "./prove-family.ts"
import { proveHttp, type KnownPage } from "./prove-http.ts"
import { createNamesProof } from "./prove-names.ts"
import { createProofs, type Honesty, type TakenProof } from "./proofs.ts"

/** For this long after the start a part that was never honest must become so; then failures count as without it. */
const graceMs = 600_000
/** A finding applies to good answers until the next slow pulse should have come. */
const freshMs = 150_000

/** Whether each family was honest at its last proof; null if it has no anchors, or was not proved yet. */
export type HonestFamilies = { 4: boolean | null; 6: boolean | null }

export type HonestyOptions = {
  anchors: string[]
  /** Authorities trusted for anchors in addition to Node's, in PEM. */
  ca?: string | undefined
  servers: string[]
  names: KnownName[]
  pages: KnownPage[]
  clock: Clock
}

/**
 * Proves that our own network is honest: anchors over each family, name servers, and plain HTTP. Proofs are shared by
 * all failures; `pulse` makes them when nothing fails.
 */
export function createOwnHonesty({ anchors, ca, servers, names, pages, clock }: HonestyOptions) {
  const context = createSecureContext(
    ca === undefined ? {} : { ca: [...getCACertificates("default"), ca] },
  )
  const bornMs = clock.monotonicMs()
  const resolver = createResolver({ servers, timeoutMs: 1000 })
  const namesProof = createNamesProof(servers, names, clock)
  const listeners = new Set<(families: HonestFamilies) => void>()
  const state: HonestFamilies = { 4: null, 6: null }
  const provedAt: { 4: Date | null; 6: Date | null } = { 4: null, 6: null }

  function noteFamily(family: Family, { alive }: TakenProof): void {
    if (alive) provedAt[family] = clock.now()
    if (state[family] === alive) return
    state[family] = alive
    for (const listener of listeners) listener({ ...state })
  }

  const partOver = (family: Family) => {
    const proof = createFamilyProof({ anchors, family, context, clock })
    const note = (taken: TakenProof) => noteFamily(family, taken)
    const { hasAnchors, liars } = proof
    const proofs = part(
      () => proof.prove(false),
      () => proof.prove(true),
      note,
    )
    return Object.assign(proofs, { hasAnchors, liars })
  }

  function part(
    prove: () => Promise<Honesty>,
    proveWhole = prove,
    onProof: (proof: TakenProof) => void = () => undefined,
  ) {
    let wasHonest = false
    const proofs = createProofs(prove, clock, (proof) => {
      wasHonest ||= proof.alive
      onProof(proof)
    })
    /** Never honest here, and nothing false either: anchors that cannot be reached must not hide outages without end. */
    const isGivenUp = ({ isFalse }: Honesty) =>
      !wasHonest && !isFalse && clock.monotonicMs() - bornMs > graceMs
    return Object.assign(proofs, {
      pulse: () => proofs.take(proveWhole),
      isGivenUp,
      wasHonest: () => wasHonest,
      /** The last proof, unless it is too old to say anything about now. */
      current(): TakenProof | null {
        const { last } = proofs
        return last !== undefined && clock.monotonicMs() - last.toMs < freshMs ? last : null
      },
    })
  }

  const families = { 4: partOver(4), 6: partOver(6) }
  const named = part(namesProof.prove)
  const http = part(() => proveHttp({ pages, resolver, clock }))
  const parts = [
    ...[families[4], families[6]].filter(({ hasAnchors }) => hasAnchors),
    ...(servers.length > 0 ? [named] : []),
    ...(pages.length > 0 ? [http] : []),
  ]

  return {
    families,
    names: Object.assign(named, { honest: namesProof.honest, isInvented: namesProof.isInvented }),
    http,
    /** Make sure that these parts have proofs shortly before an attempt that starts in so many milliseconds. */
    async prepare(startsInMs: number, wanted: (Family | "names")[]): Promise<void> {
      const asked = wanted.map((one) => (one === "names" ? named : families[one]))
      const proved = asked.filter((one) => parts.includes(one))
      await Promise.all(proved.map((one) => one.recent(startsInMs)))
    },
    /** The slow pulse: ask all anchors, name servers and pages once. */
    async pulse(): Promise<void> {
      await Promise.all(parts.map((one) => one.pulse()))
    },
    /** When the family was last proved to be honest, on this machine's clock; null if not since the start. */
    provedAt: (family: Family): Date | null => provedAt[family],
    /** Whether each family was honest at its last proof. */
    get honestFamilies(): HonestFamilies {
      return { ...state }
    },
    /** Called when a family becomes honest, or is not any more; returns how to end that. */
    onHonestyChange(listener: (families: HonestFamilies) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** What is wrong now, and anchors and name servers that are wrong while others are right. */
    report(): { findings: NetworkFinding[]; strange: string[] } {
      const findings = parts.flatMap((one) => one.current()?.finding ?? [])
      const honest = ([4, 6] as const).filter((family) => state[family] === true)
      const strange = honest.flatMap((family) => families[family].liars())
      const isNamed = named.current()?.alive === true
      return { findings, strange: [...strange, ...(isNamed ? namesProof.bad : [])] }
    },
  }
}

export type HonestPart = OwnHonesty["families"][Family] | OwnHonesty["names"]
export type OwnHonesty = ReturnType<typeof createOwnHonesty>
