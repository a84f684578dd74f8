export type OwnSession = {
  id: string
  token: string
  isCurrent: boolean
  userAgent: string
  ipAddress: string
  createdAt: string
  updatedAt: string
}

type Stored = {
  id: string
  token: string
  userAgent?: string | null
  ipAddress?: string | null
  createdAt: string
  updatedAt: string
}

/** The person's open sessions: this one first, then the latest. */
export async function listSessions(): Promise<OwnSession[]> {
  const [all, current] = await Promise.all([
    get<Stored[]>("/list-sessions"),
    get<{ session: Stored } | null>("/get-session"),
  ])
  return all
    .map((one) => ({
      ...one,
      userAgent: one.userAgent ?? "",
      ipAddress: one.ipAddress ?? "",
      isCurrent: one.id === current?.session.id,
    }))
    .toSorted(
      (one, other) =>
        Number(other.isCurrent) - Number(one.isCurrent) ||
        Date.parse(other.updatedAt) - Date.parse(one.updatedAt),
    )
}

export async function get<Body>(path: string): Promise<Body> {
  const response = await fetch(`/api/auth${path}`, { headers: { accept: "application/json" } })
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return (await response.json()) as Body
}
