import { openHeaders } from "../monitor-headers.ts"
import { must, type Kind } from "./kind.ts"

export const http = {
  title: "HTTP",
  hint: "A web page or an API",
  description: "Sends a request to a URL.",
  aliases: ["https", "website", "web", "url", "uri", "api", "keyword", "json_query", "status"],
  checkedBy: "prober",
  required: ["url"],
  optional: ["method", "headers", "body", "maxRedirects", "assertions"],
  defaults: { headers: {} },
  examples: { name: "Shop front page", url: "https://shop.example.com/health" },
  assertions: [
    "status",
    "header",
    "body",
    "regex",
    "json_path",
    "response_time",
    "certificate_days",
  ],
  readTarget: (row, { method, body, maxRedirects, assertions }, vault) => ({
    kind: "http",
    url: must(row.url, "URL"),
    method,
    headers: openHeaders(row.sealed_headers, vault),
    body,
    maxRedirects,
    assertions,
  }),
} satisfies Kind<"http">
