const shape =
  /^redis\+sentinel:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^@/?]+)\/(?<name>[^/?]+)(?:\/(?<db>\d{1,4}))?(?:\?sentinelPassword=(?<sentinelPassword>[^&]+))?$/

export type SentinelUrl = {
  sentinels: { host: string; port: number }[]
  /** The primary's, as the Sentinels know it. */
  name: string
  username?: string
  password?: string
  sentinelPassword?: string
  db?: number
}

/** Parts of `redis+sentinel://user:password@host:26379,host:26379/name/0`; null for the URL of a Redis itself. */
export function readSentinelUrl(url: string): SentinelUrl | null {
  const { user, password, hosts, name, db, sentinelPassword } = shape.exec(url)?.groups ?? {}
  if (name === undefined || hosts === undefined) return null
  return {
    sentinels: hosts.split(",").map(readHost),
    name: decodeURIComponent(name),
    ...text("username", user),
    ...text("password", password),
    ...text("sentinelPassword", sentinelPassword),
    ...(db === undefined ? {} : { db: Number(db) }),
  }
}

const text = (key: string, value: string | undefined) =>
  value ? { [key]: decodeURIComponent(value) } : {}

function readHost(text: string): { host: string; port: number } {
  const url = `tcp://${text}`
  if (!URL.canParse(url)) return { host: "", port: 0 }
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[(.+)\]$/, "$1"), port: Number(port || 26_379) }
}

/** Whether it is the URL of a Redis, or of Sentinels. */
export const isRedisUrl = (text: string): boolean =>
  text.startsWith("redis+sentinel:")
    ? readSentinelUrl(text)?.sentinels.every(({ host }) => host !== "") === true
    : URL.canParse(text) && ["redis:", "rediss:"].includes(new URL(text).protocol)

/** Its hosts for messages, without the password. */
export const redisHosts = (url: string): string =>
  readSentinelUrl(url)
    ?.sentinels.map(({ host, port }) => `${host}:${port}`)
    .join(", ") ?? new URL(url).host
