/** Targets as people type and paste them. */

/** `example.org` → `https://example.org`. */
export function completeUrl(text: string): string {
  const url = text.trim()
  return url === "" || /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `https://${url}`
}

/** The host of a pasted URL, and its port if it names one. */
export function hostOf(text: string): { host: string; port?: string } {
  const given = text.trim()
  if (!given.includes("://") || !URL.canParse(given)) return { host: given }
  // Another scheme than http keeps the host opaque.
  const { hostname, port } = new URL(given.replace(/^[a-z][a-z\d+.-]*:/i, "http:"))
  return { host: hostname, ...(port === "" ? {} : { port }) }
}
