import { z } from "zod"
import type { ssoFaults } from "../findings/codes/health.ts"
import type { Finding } from "../findings/finding.ts"
import { hasSso, type Env } from "./env.ts"
import { serviceFault } from "./name-fault.ts"

const timeoutMs = 10_000

/** OpenID Connect Discovery 1.0, section 3: what a sign-in needs. */
const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
})

type Examined = { isWorking: boolean; findings: Finding[] }

/** Whether the identity provider describes itself as a sign-in needs it; nobody signs in. */
export async function examineSso(env: Env): Promise<Examined> {
  const { SSO_OIDC_URL: client, SSO_NAME: name } = env
  const fails = (fault: (typeof ssoFaults)[number], said = ""): Examined => ({
    isWorking: false,
    findings: [{ code: "sso_fault", parameters: { name, fault, said } }],
  })
  const works = (area: "saml" | "oidc", more = ""): Examined => ({
    isWorking: true,
    findings: [{ code: "area_works", parameters: { area, name, more } }],
  })
  if (!hasSso(env)) return fails("not_set_up")
  // The metadata of SAML was read at the start.
  if (client === undefined) return works("saml")
  const bare = client.issuer.replace(/\/$/, "")
  try {
    const response = await fetch(`${bare}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) return fails("returned", String(response.status))
    const read = discovery.safeParse(await response.json())
    if (!read.success) return fails("no_endpoints")
    return read.data.issuer.replace(/\/$/, "") === bare
      ? works("oidc", client.issuer)
      : fails("other_issuer", read.data.issuer.slice(0, 200))
  } catch (error) {
    if (error instanceof SyntaxError) return fails("no_json")
    const parameters = { name, fault: [serviceFault(error)] }
    return { isWorking: false, findings: [{ code: "sso_unusable", parameters }] }
  }
}
