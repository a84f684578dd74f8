import { randomUUID } from "node:crypto"

export const [core, group, enterprise, error] = [
  "urn:ietf:params:scim:schemas:core:2.0:User",
  "urn:ietf:params:scim:schemas:core:2.0:Group",
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
  "urn:ietf:params:scim:api:messages:2.0:Error",
]
const patchOp = "urn:ietf:params:scim:api:messages:2.0:PatchOp"

/** A directory that sends requests with this token, unless another is given. */
export function scimClient(address: () => string, token: string) {
  async function send(method: string, path: string, body?: unknown, bearer: string | null = token) {
    const response = await fetch(`${address()}/api/auth/scim/v2${path}`, {
      method,
      headers: {
        "content-type": "application/scim+json; charset=utf-8",
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? null : JSON.parse(text),
    }
  }

  return {
    send,
    patch: (path: string, ...operations: unknown[]) =>
      send("PATCH", path, { schemas: [patchOp], Operations: operations }),
    find: (path: string, filter: string) =>
      send("GET", `${path}?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`),
  }
}

/** As Okta creates one. */
export const okta = (email: string) => ({
  schemas: [core],
  userName: email,
  name: { givenName: "Grace", familyName: "Hopper" },
  emails: [{ primary: true, value: email, type: "work" }],
  displayName: "Grace Hopper",
  locale: "en-US",
  externalId: `00u${randomUUID()}`,
  groups: [],
  active: true,
})
