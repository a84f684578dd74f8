import { createHash } from "node:crypto"
import type { Env } from "../platform/env.ts"
import { escape } from "../platform/xml.ts"
import type { Site } from "./static.ts"
import { commandName } from "../platform/command-name.ts"

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 12vh auto; max-width: 42rem; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; font-weight: 600; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid #8885; border-radius: 8px; }
`
const styleHash = createHash("sha256").update(style).digest("base64")

const page = (baseUrl: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Watchkeeper</title>
<style>${style}</style>
<h1>Watchkeeper is running</h1>
<p>It watches web sites, servers, names, certificates and scheduled jobs, and says so when one of them is down.
The dashboard has not been built on this machine, so this page stands in for it.</p>
<p>To make the first account, which will be the owner of this installation:</p>
<pre>curl ${baseUrl}/api/auth/sign-up/email \\
  -H "Content-Type: application/json" \\
  -d '{"name": "You", "email": "you@example.com", "password": "at least ten characters"}'</pre>
<p>Or work without an account, from the command line:</p>
<pre>${commandName} project create --name "My project"
${commandName} --help</pre>
<p>Programs speak GraphQL at <code>${baseUrl}/graphql</code>; the state of this installation is at
<a href="/api/health">/api/health</a>.</p>
</html>
`

/** The page shown while the dashboard is not built. */
export function createNotBuilt(env: Env): Site {
  return ({ req, res, path }) => {
    const isPage = path === "/" || req.headers.accept?.includes("text/html") === true
    if (!isPage) return Promise.resolve(false)
    if (path !== "/") res.statusCode = 404
    res.setHeader(
      "content-security-policy",
      `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
    )
    res.setHeader("content-type", "text/html; charset=utf-8")
    res.setHeader("cache-control", "no-cache")
    res.end(page(escape(env.BASE_URL)))
    return Promise.resolve(true)
  }
}
