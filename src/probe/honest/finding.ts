import type { Finding } from "../../findings/finding.ts"
import type { Family } from "../family.ts"

/** What is wrong with our own network, as its proofs show. */
export type NetworkFinding =
  | { code: "no_honest_anchor"; family: Family }
  /** Somebody else answers in place of the anchors. */
  | { code: "portal"; family: Family }
  | { code: "http_portal" }
  | { code: "tls_inspected"; family: Family; issuer: string }
  | { code: "clock_wrong"; family: Family }
  | { code: "resolvers_fail"; servers: string[] }
  | { code: "resolvers_lie"; servers: string[] }

/** The same as a clause, which follows "Inconclusive: " in a reason and stands for itself in the health report. */
export function networkFinding({ code, ...parameters }: NetworkFinding): Finding {
  return { code, parameters } as Finding
}
