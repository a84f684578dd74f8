import { afterAll, beforeAll } from "vitest"
import { startApi, type Rhythm } from "../../src/api/main.ts"
import type { Scope } from "../../src/graphql/kernel/access.ts"
import { createKey } from "../../src/graphql/workspace/key/create-key.ts"
import { revokeKey } from "../../src/graphql/workspace/key/revoke.ts"
import { testEnv, useWorld, type World } from "./world.ts"

/** An environment whose server listens on a free loopback port. */
export const apiEnv = { ...testEnv, HOST: "127.0.0.1", PORT: 0 }

/** A world with the real server, for the whole file; use its members inside tests only. */
export function useApi(env = apiEnv, rhythm?: Partial<Rhythm>) {
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
    /** One operation sent by a client. */
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

/** Creates and revokes a public key of a project. */
export async function makeKey(
  world: World,
  projectId: string,
  scopes: (Scope | "all")[] = ["all"],
) {
  const made = await createKey(world.system, { projectId, class: "public", name: "test", scopes })
  return {
    id: made.key.id,
    authorization: `Bearer ${made.token}`,
    revoke: () => revokeKey(world.system, made.key.id),
  }
}
