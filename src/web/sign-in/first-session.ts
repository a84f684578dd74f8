/** As the client sends it, with the types that its cache needs. */
export const myProjects = /* GraphQL */ `
  query MyProjects {
    projects(first: 100) {
      __typename
      edges {
        __typename
        node {
          __typename
          id
          name
          permissions
          isLimitedToLabels
          requiresTwoFactor
          needsTwoFactor
        }
      }
    }
  }
`

const early = new Map<string, Promise<PromiseSettledResult<Response>[]>>()

/** Asks who is signed in, and on pages of a project for their projects, while the program still loads. */
export function askEarly(path: string): void {
  // The code that takes the response reports a failure.
  early.set(session, Promise.allSettled([fetch(session)]))
  if (!path.startsWith("/projects/")) return
  const headers = { "content-type": "application/json" }
  const init = { method: "POST", headers, body: JSON.stringify({ query: myProjects }) }
  early.set(graphql, Promise.allSettled([fetch(graphql, init)]))
}

const session = "/api/auth/get-session"
const graphql = "/graphql"

/** The early response, which is valid once; otherwise a new one. */
async function take(name: string, init?: RequestInit): Promise<Response> {
  const [first] = (await early.get(name)) ?? []
  early.delete(name)
  return first?.status === "fulfilled" ? first.value : fetch(name, init)
}

export function takeSession(): Promise<Response> {
  // Not the first time: the projects were asked for before somebody signed in.
  if (!early.has(session)) early.delete(graphql)
  return take(session)
}

/** The client's fetch; its first request for the projects takes the early response. */
export const fetchOrTake: typeof fetch = (input, init) =>
  typeof init?.body === "string" && init.body.includes('"MyProjects"')
    ? take(graphql, init)
    : fetch(input, init)
