import type { ServerResponse } from "node:http"

/**
 * Ends a response whose status and headers are set with text. If it is ASCII, as most JSON is, Node sends it at once
 * from its stack instead of from a buffer three times as large.
 */
export function endText(res: ServerResponse, text: string): void {
  const bytes = Buffer.byteLength(text)
  res.setHeader("content-length", bytes)
  res.end(text, bytes === text.length ? "latin1" : "utf8")
}
