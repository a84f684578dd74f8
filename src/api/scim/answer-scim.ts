import { scimPath } from "./scim-path.ts"

/** Optional in RFC 7644; the ServiceProviderConfig says that bulk, sorting and ETags are not supported. */
const unsupported = [
  { path: /^Bulk$/, detail: "Bulk requests are not supported. Send one request per resource." },
  {
    path: /^(?:\w+\/)?\.search$/,
    detail: "Queries by POST are not supported. Send GET with the same parameters in the URL.",
  },
  {
    path: /^Me(?:\/|$)/,
    detail: "/Me is not supported: the token stands for the directory, not for a person.",
  },
]
const discovery = /^(?:ServiceProviderConfig|(?:ResourceTypes|Schemas)(?:\/|$))/

/** Refuses what is not supported as RFC 7644 says, and describes endpoints that `answer` does not know. */
export async function answerScim(
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const path = pathname.slice(`/api/auth${scimPath}`.length)
  const match = unsupported.find((one) => one.path.test(path))
  if (match !== undefined) return toResponse(501, match.detail)
  // A client could believe that the answer was filtered: section 4.
  if (discovery.test(path) && searchParams.has("filter")) {
    return toResponse(403, `/${path} cannot be filtered. Remove the parameter filter.`)
  }
  const response = await answer()
  if (response.status !== 404 || response.headers.has("content-type")) return response
  return toResponse(404, `There is no ${request.method} /${path} here.`)
}

/** An error response: section 3.12. */
const toResponse = (status: number, detail: string): Response =>
  new Response(
    JSON.stringify({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(status),
      detail,
    }),
    { status, headers: { "content-type": "application/scim+json" } },
  )
