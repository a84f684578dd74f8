import type { IncomingMessage } from "node:http"
import { readBody } from "./read-body.ts"
import { Refusal } from "./refusal.ts"

const mostBytes = 8 * 1024
const type = "application/x-www-form-urlencoded"

/** Reads a submitted form; null for other content types, oversized bodies and those that end early. */
export async function readForm(
  req: IncomingMessage,
  most = mostBytes,
): Promise<URLSearchParams | null> {
  if (req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() !== type) return null
  try {
    const body = await readBody(req, most)
    return new URLSearchParams(body.toString("utf8"))
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
