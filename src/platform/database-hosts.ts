/** The rights that libpq knows and Watchkeeper can use: it always writes. */
const attributes = ["any", "read-write", "primary"]

const shape = /^(postgres(?:ql)?:\/\/)([^/?]*)([^?]*)(\?.*)?$/

/**
 * One URL for each host of a connection string such as `postgresql://user:password@one:5432,two:5432/name`, in the
 * order given.
 */
export function hostsOf(connectionString: string): string[] {
  const [, protocol = "", authority = "", path = "", query = ""] =
    shape.exec(connectionString) ?? []
  const at = authority.lastIndexOf("@") + 1
  const rest = new URLSearchParams(query)
  // The driver would not know it.
  rest.delete("target_session_attrs")
  const search = rest.size === 0 ? "" : `?${rest.toString()}`
  return authority
    .slice(at)
    .split(",")
    .map((host) => `${protocol}${authority.slice(0, at)}${host}${path}${search}`)
}

/** Whether every host is one, and `target_session_attrs` asks for a server that can be written to. */
export function isDatabaseUrl(text: string): boolean {
  const asked = new URLSearchParams(shape.exec(text)?.[4] ?? "").get("target_session_attrs")
  const hosts = shape.test(text) ? hostsOf(text) : []
  return (
    (asked === null || attributes.includes(asked)) &&
    hosts.length > 0 &&
    hosts.every((one) => URL.canParse(one) && (hosts.length === 1 || new URL(one).host !== ""))
  )
}

/** The hosts for messages, without the password. */
export const hostNames = (connectionString: string): string =>
  hostsOf(connectionString)
    .map((one) => new URL(one).host)
    .join(", ")
