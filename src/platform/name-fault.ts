import type { ServiceFault } from "../findings/codes/fetch.ts"
import type { Finding } from "../findings/finding.ts"

/** What an error of a connection means, by a code or words of PostgreSQL, Redis, SMTP, TLS or the system. */
const meanings: readonly (readonly [RegExp, ServiceFault])[] = [
  [/CERT_HAS_EXPIRED|certificate has expired/i, "certificate_expired"],
  [/ALTNAME/, "other_name"],
  [/CERT|SELF_SIGNED|ISSUER|certificate/, "untrusted"],
  [/\bETLS\b|EPROTO|ERR_SSL|wrong version number/i, "no_tls"],
  [/28P01|WRONGPASS|NOAUTH|EAUTH|invalid password/, "password_rejected"],
  [/28000/, "user_rejected"],
  [/3D000/, "no_database"],
  [/53300/, "no_free_connections"],
  [/57P03|LOADING/, "starting"],
  [/NO_PRIMARY/, "no_primary"],
  [/ECONNREFUSED/, "not_listening"],
  [/ENOTFOUND/, "no_such_host"],
  [/EAI_AGAIN|EDNS/, "host_not_resolved"],
  [/EHOSTUNREACH|ENETUNREACH/, "no_route"],
  [/ETIMEDOUT|TimeoutError|timed? ?out|timeout/i, "silent"],
  [/ECONNRESET|EPIPE|closed|terminated/i, "closed"],
]

/** Why a service cannot be used, without hosts and users: public reports show it. A clause. */
export function serviceFault(error: unknown) {
  const text = wordsOf(error).join(" ")
  const fault = meanings.find(([pattern]) => pattern.test(text))?.[1] ?? "error"
  return { code: "service_fault", parameters: { fault } } satisfies Finding
}

function wordsOf(error: unknown): string[] {
  if (error instanceof AggregateError) return (error.errors as unknown[]).flatMap(wordsOf)
  if (!(error instanceof Error)) return [String(error)]
  const code = "code" in error ? String(error.code) : error.name
  return [code, error.message, ...(error.cause === undefined ? [] : wordsOf(error.cause))]
}
