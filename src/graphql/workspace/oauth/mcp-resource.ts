import type { Env } from "../../../platform/env.ts"

/** The scopes that clients ask for; a person decides. */
export const oauthScopes = { read: "mcp:read", write: "mcp:write" } as const

/** The identifier of what tokens are for (RFC 8707). */
export const mcpResource = ({ BASE_URL }: Pick<Env, "BASE_URL">): string => `${BASE_URL}/mcp`

/** Whether a client means /mcp; one that names nothing does. */
export const isOurResource = (
  env: Pick<Env, "BASE_URL">,
  resource: string | null | undefined,
): boolean =>
  resource === null ||
  resource === undefined ||
  resource.replace(/\/$/, "") === mcpResource(env) ||
  resource.replace(/\/$/, "") === env.BASE_URL
