import { hash } from "node:crypto"
import type { ApiKey, Plan } from "../../prisma/generated/client.ts"
import type { Scope } from "../graphql/access.ts"
import { isScope } from "../graphql/access.ts"
import type { Services } from "../services.ts"

/** What is stored of a key and its project. */
type FoundKey = Pick<ApiKey, "id" | "projectId" | "class" | "name" | "expiresAt" | "revokedAt"> & {
  plan: Plan
  scopes: Scope[]
}

type Row = Omit<FoundKey, "scopes"> & { hash: Buffer; scopes: string[] }

/** How long a look-up is trusted; `access.changed` ends it sooner. */
const trustMs = 1000
/** Keys in use are looked up again before that, all of them in one statement: their requests do not wait. */
const renewMs = 700
const mostKnown = 10_000

const lookUp = {
  name: "keys-by-hash",
  text: `
    select k.hash, k.id, k.project_id as "projectId", k.class::text as class, k.name, k.scopes,
           k.expires_at as "expiresAt", k.revoked_at as "revokedAt", p.plan::text as plan
      from api_key k join project p on p.id = k.project_id
     where k.hash = any($1::bytea[])`,
}

/** Finds a key by its token; null where nobody has such a key. */
export function createKeyFinder({ database: { pool }, bus, clock, log }: Services) {
  const known = new Map<string, { key: FoundKey; untilMs: number }>()
  const inUse = new Set<string>()
  let generation = 0
  const forget = () => {
    generation += 1
    known.clear()
    inUse.clear()
  }
  bus.subscribe("access.changed", forget)
  bus.onGap(forget)

  async function read(hashes: string[]): Promise<FoundKey[]> {
    const askedIn = generation
    const untilMs = clock.monotonicMs() + trustMs
    const values = [hashes.map((one) => Buffer.from(one, "base64"))]
    const { rows } = await pool.query<Row>({ ...lookUp, values })
    for (const one of hashes) known.delete(one)
    if (known.size + rows.length > mostKnown) known.clear()
    return rows.map(({ hash, scopes, ...row }) => {
      const key = { ...row, scopes: scopes.filter(isScope) }
      // An answer that was on its way while access changed may be the old one.
      if (askedIn === generation) known.set(hash.toString("base64"), { key, untilMs })
      return key
    })
  }

  function renew(): void {
    const hashes = [...inUse]
    inUse.clear()
    if (hashes.length === 0) return
    // Where this fails each key is asked for by its next request, which then tells why.
    read(hashes).catch((err: unknown) => log.debug({ err }, "could not look up keys again"))
  }

  return async (token: string): Promise<FoundKey | null> => {
    const wanted = hash("sha256", token, "base64")
    const hit = known.get(wanted)
    if (hit === undefined || clock.monotonicMs() >= hit.untilMs) {
      const [key = null] = await read([wanted])
      return key
    }
    if (inUse.size === 0) setTimeout(renew, renewMs).unref()
    inUse.add(wanted)
    return hit.key
  }
}
