import type { Family } from "../family.ts"

/** What is wrong with our own network, as its proofs show; `describeFinding` says it in English. */
export type NetworkFinding =
  | { code: "no_honest_anchor"; family: Family }
  /** Somebody else answers in place of the anchors. */
  | { code: "portal"; family: Family }
  | { code: "http_portal" }
  | { code: "tls_inspected"; family: Family; issuer: string }
  | { code: "clock_wrong"; family: Family }
  | { code: "resolvers_fail"; servers: string[] }
  | { code: "resolvers_lie"; servers: string[] }

/** A clause that follows "Inconclusive: " in a reason and stands for itself in the health report. */
export function describeFinding(finding: NetworkFinding): string {
  switch (finding.code) {
    case "no_honest_anchor":
      return `no IPv${finding.family} egress anchor could be verified, so our own network may drop or answer connections itself`
    case "portal":
      return `something in our own network answers in place of the IPv${finding.family} egress anchors, such as a portal or a proxy`
    case "http_portal":
      return "a portal or a proxy in our own network answers plain HTTP in place of the servers"
    case "tls_inspected":
      return `TLS over IPv${finding.family} is inspected by "${finding.issuer}": add its CA to NODE_EXTRA_CA_CERTS`
    case "clock_wrong":
      return "the certificates of all egress anchors are out of date, so our own clock is wrong"
    case "resolvers_fail":
      return `our name servers (${finding.servers.join(", ")}) do not answer what every name server knows`
    case "resolvers_lie":
      return `our name servers (${finding.servers.join(", ")}) give false answers`
  }
}
