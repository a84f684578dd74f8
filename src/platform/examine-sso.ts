import { z } from "zod"
import { hasSso, type Env } from "./env.ts"
import { nameFault } from "./name-fault.ts"

const timeoutMs = 10_000

/** OpenID Connect Discovery 1.0, section 3: what a sign-in needs. */
const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
})

/** Whether the identity provider describes itself as a sign-in needs it; nobody signs in. */
export async function examineSso(env: Env): Promise<{ isWorking: boolean; detail: string }> {
  const { SSO_OIDC_URL: client, SSO_NAME: name } = env
  if (!hasSso(env)) return fails("Single sign-on is not set up.")
  // The metadata of SAML was read at the start.
  if (client === undefined) return { isWorking: true, detail: `The metadata of ${name} was read.` }
  const bare = client.issuer.replace(/\/$/, "")
  try {
    const response = await fetch(`${bare}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok)
      return fails(`${name} returned ${response.status} for its discovery document.`)
    const read = discovery.safeParse(await response.json())
    if (!read.success) return fails(`The discovery document of ${name} lacks its endpoints.`)
    return read.data.issuer.replace(/\/$/, "") === bare
      ? { isWorking: true, detail: `${name} describes itself under ${client.issuer}.` }
      : fails(`The discovery document names another issuer: ${read.data.issuer.slice(0, 200)}.`)
  } catch (error) {
    const why =
      error instanceof SyntaxError ? "its discovery document is not JSON" : nameFault(error)
    return fails(`${name} cannot be used: ${why}.`)
  }
}

const fails = (detail: string) => ({ isWorking: false, detail })
