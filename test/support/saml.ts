import { generateKeyPairSync, randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import { X509CertificateGenerator } from "@peculiar/x509"
import saml from "samlify"
import type { Claims } from "./oidc.ts"

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }

async function makeKey() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=identity",
    // Node's type knows usages that the package's does not.
    keys: {
      publicKey: publicKey.toCryptoKey(algorithm, true, ["verify"]) as CryptoKey,
      privateKey: privateKey.toCryptoKey(algorithm, true, ["sign"]) as CryptoKey,
    },
    signingAlgorithm: algorithm,
  })
  return {
    certificate: certificate.toString("pem"),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  }
}

const attribute = (name: string) => ({
  name,
  valueTag: `user.${name}`,
  nameFormat: "urn:oasis:names:tc:SAML:2.0:attrname-format:basic",
  valueXsiType: "xs:string",
})

/** A SAML identity provider that signs every visitor in as `visitor`, with their first group. */
export async function startSaml(port: number, spMetadata: () => Promise<string>) {
  const { certificate, privateKey } = await makeKey()
  const other = await makeKey()
  const entityID = `http://localhost:${port}/metadata`
  const settings = {
    entityID,
    signingCert: certificate,
    wantAuthnRequestsSigned: false,
    singleSignOnService: [
      {
        Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
        Location: `http://localhost:${port}/sign-in`,
      },
    ],
    singleLogoutService: [
      {
        Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
        Location: `http://localhost:${port}/signed-out`,
      },
    ],
    loginResponseTemplate: {
      context: saml.SamlLib.defaultLoginResponseTemplate.context,
      attributes: ["email", "name", "groups"].map(attribute),
    },
  }
  const held: { visitor: Claims | null; isForged: boolean } = { visitor: null, isForged: false }

  async function respond(url: URL): Promise<string> {
    const provider = saml.IdentityProvider({
      ...settings,
      privateKey: held.isForged ? other.privateKey : privateKey,
    })
    const service = saml.ServiceProvider({ metadata: await spMetadata() })
    const query = Object.fromEntries(url.searchParams)
    const { extract } = await provider.parseLoginRequest(service, "redirect", { query })
    const { email = "", name = "", groups = [] } = held.visitor ?? {}
    const now = new Date()
    const until = new Date(now.getTime() + 60_000).toISOString()
    const acs = String(service.entityMeta.getAssertionConsumerService("post"))
    const answer = await provider.createLoginResponse(
      service,
      { extract },
      "post",
      { email },
      {
        customTagReplacement: (template) => ({
          id: `_${randomUUID()}`,
          context: saml.SamlLib.replaceTagsByValue(template, {
            ID: `_${randomUUID()}`,
            AssertionID: `_${randomUUID()}`,
            Destination: acs,
            Audience: service.entityMeta.getEntityID(),
            SubjectRecipient: acs,
            NameIDFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
            NameID: email,
            Issuer: entityID,
            IssueInstant: now.toISOString(),
            ConditionsNotBefore: now.toISOString(),
            ConditionsNotOnOrAfter: until,
            SubjectConfirmationDataNotOnOrAfter: until,
            StatusCode: "urn:oasis:names:tc:SAML:2.0:status:Success",
            InResponseTo: (extract as { request?: { id?: string } }).request?.id ?? "",
            AuthnStatement: "",
            attrUserEmail: email,
            attrUserName: name,
            attrUserGroups: groups[0] ?? "",
          }),
        }),
      },
    )
    return `<!doctype html><title>Identity</title><form method="post" action="${acs}">
      <input type="hidden" name="SAMLResponse" value="${answer.context}">
      <input type="hidden" name="RelayState" value="${query["RelayState"] ?? ""}">
      <button>Continue</button></form>`
  }

  const server = createServer((req, res) => {
    if (req.url?.startsWith("/signed-out")) {
      res.end("Signed out everywhere")
      return
    }
    respond(new URL(req.url ?? "/", `http://localhost:${port}`)).then(
      (page) => res.setHeader("content-type", "text/html").end(page),
      (error: unknown) => {
        res.statusCode = 500
        res.end(String(error))
      },
    )
  })
  server.listen(port, "localhost")
  await once(server, "listening")
  return {
    held,
    /** Where the provider sends the browser of a person who signs out there. */
    async logoutUrl(
      nameId: string,
      { isForged = false, change = (xml: string) => xml } = {},
    ): Promise<string> {
      const provider = saml.IdentityProvider({
        ...settings,
        privateKey: isForged ? other.privateKey : privateKey,
      })
      const metadata = await spMetadata()
      const service = saml.ServiceProvider({ metadata, wantLogoutRequestSigned: true })
      const id = `_${randomUUID()}`
      const values = {
        ID: id,
        Destination: service.entityMeta.getSingleLogoutService("redirect") as string,
        Issuer: entityID,
        IssueInstant: new Date().toISOString(),
        NameID: nameId,
        NameIDFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
        SessionIndex: "",
      }
      const fill = (template: string) => ({
        id,
        context: change(saml.SamlLib.replaceTagsByValue(template, values)),
      })
      const options = { relayState: "state 1", customTagReplacement: fill }
      return provider.createLogoutRequest(service, "redirect", {}, options).context
    },
    metadata: saml.IdentityProvider({ ...settings, privateKey }).getMetadata(),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
