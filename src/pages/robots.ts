/** What search engines may read (RFC 9309): status pages and the documentation, or all of a page's own domain. */
export const robotsOf = (isOwnDomain: boolean): string =>
  ["User-agent: *", ...(isOwnDomain ? ownDomain : platform), ""].join("\n")

const ownDomain = ["Disallow: /api/"]
const platform = ["Allow: /status/", "Allow: /docs", "Disallow: /"]
