import { randomBytes } from "node:crypto"
import { afterAll, beforeAll } from "vitest"
import { startApi } from "../../src/api/main.ts"
import type { Rhythm } from "../../src/api/main.ts"
import type { Scope } from "../../src/graphql/access.ts"
import { scopes as allScopes } from "../../src/graphql/access.ts"
import { newId } from "../../src/id.ts"
import { sha256 } from "../../src/secret.ts"
import type { World } from "./world.ts"
import { testEnv, useWorld } from "./world.ts"

/** An environment whose server listens on a free port of loopback. */
export const apiEnv = { ...testEnv, HOST: "127.0.0.1", PORT: 0 }

/** A world with the real server in front of it, for the whole file; read its members inside tests only. */
export function useApi(env = apiEnv, rhythm?: Rhythm) {
  const world = useWorld(env)
  const held: { address?: string; stop?(): Promise<void> } = {}
  beforeAll(async () => {
    Object.assign(held, await startApi(world.services, rhythm))
  })
  afterAll(() => held.stop?.())
  return {
    world,
    get address() {
      if (held.address === undefined) throw new Error("the server starts in beforeAll")
      return held.address
    },
    /** One operation as a client sends it. */
    async post(body: unknown, headers: Record<string, string> = {}) {
      const response = await fetch(`${this.address}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      })
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
  }
}

/** A public key of a project, and what a client sends to use it. */
export async function makeKey(world: World, projectId: string, scopes: Scope[] = [...allScopes]) {
  const token = `watchkeeper_live_${randomBytes(32).toString("base64url")}`
  const id = newId()
  await world.services.database.prisma.apiKey.create({
    data: {
      id,
      projectId,
      class: "public",
      name: "test",
      hash: sha256(token),
      hint: token.slice(17, 25),
      scopes,
    },
  })
  return {
    id,
    token,
    authorization: `Bearer ${token}`,
    /** As the domain revokes it: the row, then a nudge. */
    async revoke() {
      const { database, bus } = world.services
      await database.prisma.apiKey.update({ where: { id }, data: { revokedAt: new Date() } })
      await bus.publish([{ topic: "access.changed", payload: { projectId, userId: null } }])
    },
  }
}
