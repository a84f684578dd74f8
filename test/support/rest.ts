import type { useApi } from "./api.ts"

type Api = ReturnType<typeof useApi>

export type RestAnswer = { status: number; headers: Headers; text: string; body: unknown }

/** One request to /v1; an object as body is sent as JSON. */
export async function call(
  api: Pick<Api, "address">,
  authorization: string | null,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<RestAnswer> {
  const isJson = body !== undefined && typeof body !== "string"
  const response = await fetch(`${api.address}${path}`, {
    method,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
  })
  const text = await response.text()
  const isAnswer = response.headers.get("content-type")?.includes("json") === true
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isAnswer ? JSON.parse(text) : null,
  }
}
