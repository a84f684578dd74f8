/** What an error of a connection means, by a code or words of PostgreSQL, Redis, SMTP, TLS or the system. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/CERT_HAS_EXPIRED|certificate has expired/i, "its certificate has expired"],
  [/ALTNAME/, "its certificate is for another name"],
  [/CERT|SELF_SIGNED|ISSUER|certificate/, "its certificate is not trusted"],
  [/\bETLS\b|EPROTO|ERR_SSL|wrong version number/i, "no TLS connection can be made"],
  [/28P01|WRONGPASS|NOAUTH|EAUTH|invalid password/, "it rejected the password"],
  [/28000/, "it rejected the user"],
  [/3D000/, "the database does not exist"],
  [/53300/, "it has no free connections: raise max_connections, or lower DATABASE_POOL"],
  [/57P03|LOADING/, "it is starting or stopping"],
  [/NO_PRIMARY/, "none of its hosts can be written to"],
  [/ECONNREFUSED/, "nothing is listening at its address"],
  [/ENOTFOUND/, "its host name does not exist"],
  [/EAI_AGAIN|EDNS/, "its host name could not be resolved"],
  [/EHOSTUNREACH|ENETUNREACH/, "no route leads to its address"],
  [/ETIMEDOUT|TimeoutError|timed? ?out|timeout/i, "it does not respond"],
  [/ECONNRESET|EPIPE|closed|terminated/i, "it closed the connection"],
]

/** Why a service cannot be used, without hosts and users: public reports show it. */
export function nameFault(error: unknown): string {
  const text = wordsOf(error).join(" ")
  return meanings.find(([pattern]) => pattern.test(text))?.[1] ?? "it returned an error"
}

function wordsOf(error: unknown): string[] {
  if (error instanceof AggregateError) return (error.errors as unknown[]).flatMap(wordsOf)
  if (!(error instanceof Error)) return [String(error)]
  const code = "code" in error ? String(error.code) : error.name
  return [code, error.message, ...(error.cause === undefined ? [] : wordsOf(error.cause))]
}
